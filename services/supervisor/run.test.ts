import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const RUN = join(import.meta.dirname, 'run.ts')

/** Runs a script that calls `run`, in a process of its own, until it ends. */
async function endOf(script: string): Promise<{ code: number | null; out: string; problems: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-run-'))
  const supervisor = spawn(
    process.execPath,
    ['--input-type=module', '-e', `import { run } from ${JSON.stringify(RUN)}\n${script}`],
    { env: { ...process.env, DATA_DIR: dataDir, PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const code = new Promise<number | null>((resolve) => supervisor.once('close', resolve))
  const [out, problems] = await Promise.all([text(supervisor.stdout), text(supervisor.stderr)])
  const ended = { code: await code, out, problems }
  rmSync(dataDir, { recursive: true, force: true })
  return ended
}

test('a product that does not stop in time is abandoned before its supervisor exits', async () => {
  const { code, out } = await endOf(`
    const stopping = new AbortController()
    const product = {
      start: async () => 'somewhere',
      stop: () => new Promise((resolve) => setTimeout(resolve, 60_000)),
      abandon: () => console.log('abandoned'),
    }
    await run(stopping.signal, () => product, 100)
    stopping.abort()`)
  expect(out).toContain('abandoned')
  expect(code).toBe(1)
})

test.each([
  ['goes on, and says that it is ready', 'return "somewhere"'],
  ['is interrupted', 'throw new Error("the start was interrupted")'],
])('a product that a service fails for good while it starts, which %s, only says why', async (_what, end) => {
  const { code, out, problems } = await endOf(`
    let stopped
    const stop = new Promise((resolve) => { stopped = resolve })
    let stops = 0
    await run(new AbortController().signal, ({ onFatal }) => ({
      start: async () => { onFatal('the key is another one'); await stop; ${end} },
      // what has been stopped need not be stopped again
      stop: async () => { stopped(); if (stops++ === 0) await new Promise((resolve) => setTimeout(resolve, 200)) },
      abandon: () => undefined,
    }))`)
  expect([out, problems]).toEqual(['', 'the key is another one\n'])
  expect(code).toBe(1)
})
