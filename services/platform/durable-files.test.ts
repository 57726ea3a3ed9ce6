import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFile, replaceFile } from './durable-files.ts'

const OWNER_ONLY = { mode: 0o600 }
let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-files-'))
  path = join(folder, 'key')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe.each([
  ['created', createFile],
  ['replaced', replaceFile],
])('a file that is %s', (_, write) => {
  test('is complete, private to its owner, and without leftovers, whatever a crash has left', () => {
    writeFileSync(`${path}.next`, 'a longer one that was cut o', { mode: 0o644 })
    write(path, 'key', OWNER_ONLY)
    expect(readFileSync(path, 'utf8')).toBe('key')
    expect(statSync(path).mode & 0o777).toBe(OWNER_ONLY.mode)
    expect(readdirSync(folder)).toEqual(['key'])
  })
})

test('an existing file is replaced, but creating it again throws', () => {
  createFile(path, 'first')
  expect(() => createFile(path, 'second')).toThrow('EEXIST')
  expect(readFileSync(path, 'utf8')).toBe('first')
  expect(readdirSync(folder)).toEqual(['key'])
  replaceFile(path, 'third')
  expect(readFileSync(path, 'utf8')).toBe('third')
})
