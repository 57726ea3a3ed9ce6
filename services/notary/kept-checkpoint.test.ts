import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stepsOnDisk } from '#tests/synced.ts'
import { keptIn } from './kept-checkpoint.ts'

test('a kept checkpoint survives a crash of the machine: its bytes, its name, and the folder', async () => {
  const around = mkdtempSync(join(tmpdir(), 'fairbook-kept-checkpoint-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  const kept = keptIn(join(around, 'data'), 'fairbook.example/log+0123abcd+key')
  expect(kept.read()).toBeNull()
  const name = 'log-signed-0123abcd.txt'
  const steps = [`synced ${name}.next`, `named ${name}`, 'synced data']
  expect(await stepsOnDisk(() => kept.write('first\n'))).toEqual([`synced ${basename(around)}`, ...steps])
  expect(await stepsOnDisk(() => kept.write('second\n'))).toEqual(steps)
  expect(kept.read()).toBe('second\n')
})
