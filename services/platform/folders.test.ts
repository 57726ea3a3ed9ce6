import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureFolder } from './folders.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-folders-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder is made together with its parents, with the mode asked for, and the topmost one made is returned', () => {
  const path = join(folder, 'a/b/c')
  expect(ensureFolder(path, { mode: 0o700 })).toBe(join(folder, 'a'))
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700)
  expect(ensureFolder(path)).toBeNull()
  expect(ensureFolder(join(folder, 'd'))).toBe(join(folder, 'd'))
})

test('a link to a folder counts as one', () => {
  mkdirSync(join(folder, 'real'))
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  expect(ensureFolder(join(folder, 'link'))).toBeNull()
  ensureFolder(join(folder, 'link/below'))
  expect(statSync(join(folder, 'real/below')).isDirectory()).toBe(true)
})

test('it throws if there can be no folder', () => {
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'nothing'), join(folder, 'link'))
  expect(() => ensureFolder(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => ensureFolder(join(folder, 'file/below/it'))).toThrow('ENOTDIR')
  expect(() => ensureFolder(join(folder, 'link'))).toThrow('EEXIST')
  expect(() => ensureFolder('')).toThrow('ENOENT')
})

test.runIf(process.platform === 'linux')('it throws and ends below a folder in which nothing can be made', () => {
  const script = `
    import { ensureFolder } from ${JSON.stringify(join(import.meta.dirname, 'folders.ts'))}
    for (const path of ['/proc/fairbook', '/proc/fairbook/below']) {
      try { ensureFolder(path) } catch ({ code }) { console.log(code) }
    }`
  const node = ['--input-type=module', '--eval', script]
  // the timeout ends a process that would never end, and fails this test
  expect(execFileSync(process.execPath, node, { encoding: 'utf8', timeout: 60_000 })).toBe('ENOENT\nENOENT\n')
})
