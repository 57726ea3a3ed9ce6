import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const RUN = join(import.meta.dirname, 'run.ts')

test('a product that does not stop in time is abandoned before its supervisor exits', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-run-'))
  const supervisor = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { run } from ${JSON.stringify(RUN)}
       const stopping = new AbortController()
       const product = {
         start: async () => 'somewhere',
         stop: () => new Promise((resolve) => setTimeout(resolve, 60_000)),
         abandon: () => console.log('abandoned'),
       }
       await run(stopping.signal, () => product, 100)
       stopping.abort()`,
    ],
    { env: { ...process.env, DATA_DIR: dataDir, PORT: '0' }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const code = new Promise<number | null>((resolve) => supervisor.once('close', resolve))
  expect(await text(supervisor.stdout)).toContain('abandoned')
  expect(await code).toBe(1)
  rmSync(dataDir, { recursive: true, force: true })
})
