import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOURCES } from './ui-build.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the pages are built anew when anything changes that they are made of', () => {
  expect(SOURCES.filter((source) => !existsSync(join(ROOT, source)))).toEqual([])
  const screens = globSync('ui/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.includes('.test.'))
  const imported = screens.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '#((?:domain|services)\/[^']+)'/g)].map(
      ([, path]) => path!,
    ),
  )
  expect(imported.length).toBeGreaterThan(20)
  expect(imported.filter((path) => !SOURCES.some((source) => path.startsWith(`${source}/`)))).toEqual([])
})
