// A benchmark whose product does not start ends its Postgres all the same.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NODE, ROOT } from '#tests/product.ts'

test.skipIf(process.platform !== 'linux').each(['bench/main.ts', 'bench/cores/main.ts'])(
  'nothing of %s goes on where the product fails to start',
  async (main) => {
    const folder = mkdtempSync(join(tmpdir(), 'fairbook-leaves-'))
    const env = { ...process.env, TMPDIR: folder, WELCOME_GRANT: 'a fortune' }
    const bench = spawn(NODE, [main], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    bench.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
    const [code] = await once(bench, 'exit')
    const running = globSync(join(folder, '*/postgres/postmaster.pid'))
    try {
      expect(code).not.toBe(0)
      expect(said.join('')).toContain('WELCOME_GRANT')
      expect(running).toEqual([])
    } finally {
      for (const file of running) process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
