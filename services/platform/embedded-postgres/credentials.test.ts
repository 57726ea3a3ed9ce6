import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stepsOnDisk } from '#tests/synced.ts'
import { readCredentials, storeCredentials } from './credentials.ts'

test('the generated passwords of a cluster survive a sudden stop of the machine', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-credentials-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const steps = ['synced postgres.json.next', 'named postgres.json', `synced ${basename(dataDir)}`]
  expect(await stepsOnDisk(() => readCredentials(dataDir))).toEqual(steps)
  const made = await readCredentials(dataDir)
  expect(await stepsOnDisk(() => storeCredentials(dataDir, { ...made, port: 5_432 }))).toEqual(steps)
  expect(await readCredentials(dataDir)).toEqual({ ...made, port: 5_432 })
})
