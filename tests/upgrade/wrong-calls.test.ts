// What `npm run try-upgrade` says to somebody who calls it wrongly.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')

test.each([
  ['no version', [], /^npm run try-upgrade -- --from REF\n$/],
  ['one that does not exist', ['--from', 'v0-of-nothing'], /^--from v0-of-nothing: there is no such commit, .*\n$/],
  ['one that git would take for an option', ['--from=--all'], /^--from --all: there is no such commit, .*\n$/],
  ['an option that it does not have', ['--to', 'main'], /^Unknown option '--to'.*\n$/],
])('%s ends it with 2 and one line', (_what, args, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(said)
})
