import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFolder, SOURCES } from './ui-build.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the pages are rebuilt when anything changes that they are made of', () => {
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

test('the existing pages stay if new ones cannot replace them, and leftovers do no harm', () => {
  const around = mkdtempSync(join(tmpdir(), 'fairbook-ui-build-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  const [dist, next, before] = ['dist', 'next', 'before'].map((name) => join(around, name)) as [string, string, string]
  const make = (folder: string, text: string) => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'index.html'), text)
  }
  const served = () => readFileSync(join(dist, 'index.html'), 'utf8')
  make(next, 'first')
  replaceFolder(dist, next, before)
  expect(served()).toBe('first')
  expect(() => replaceFolder(dist, next, before)).toThrow('ENOENT')
  expect(served()).toBe('first')
  // left by a start that was killed before it removed them
  make(before, 'older')
  make(next, 'second')
  replaceFolder(dist, next, before)
  expect([served(), readdirSync(around)]).toEqual(['second', ['dist']])
  // as if they were in an image's layer, from which folders cannot be moved
  make(next, 'third')
  replaceFolder(dist, next, join(around, 'no such folder', 'before'))
  expect([served(), readdirSync(around)]).toEqual(['third', ['dist']])
})
