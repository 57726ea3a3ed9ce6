import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stepsOnDisk } from '#tests/synced.ts'
import { KEY_FILE, restoreLogKeyFiles } from './log-key-files.ts'

test('restored files of a notary survive a crash of the machine, and are for their owner only', async () => {
  const around = mkdtempSync(join(tmpdir(), 'fairbook-log-key-files-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  const folder = join(around, 'data')
  const restore = (key: string, signed: Record<string, string>) => restoreLogKeyFiles(folder, { key, signed })
  const stepsOf = (name: string) => [`synced ${name}.next`, `named ${name}`, 'synced data']
  expect(await stepsOnDisk(() => restore('key', {}))).toEqual([`synced ${basename(around)}`, ...stepsOf(KEY_FILE)])
  // interrupted before the file had its final name
  const name = 'log-signed-0123abcd.txt'
  writeFileSync(join(folder, `${name}.next`), 'some', { mode: 0o644 })
  expect(await stepsOnDisk(() => restore('key', { [name]: 'signed' }))).toEqual(stepsOf(name))
  for (const file of [KEY_FILE, name]) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
})
