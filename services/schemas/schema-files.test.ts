import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publishedSchemas } from '#domain/versions/published-schemas.ts'
import { publishedFile, SCHEMAS_DIR } from './schema-files.ts'

describe('the published event schemas', () => {
  it.each([...publishedSchemas()])('%s is as it was published', (name, text) => {
    // if it is new, run `npm run schemas`; if it changed: a published version must not change, so add a version
    expect(publishedFile(name)).toBe(text)
  })
  it('have a type and version in the code for every file', () => {
    expect(readdirSync(SCHEMAS_DIR).sort()).toEqual([...publishedSchemas().keys()].sort())
  })
})
