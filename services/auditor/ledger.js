#!/usr/bin/env -S MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=16384 MALLOC_ARENA_MAX=2 node --v8-pool-size=1 --max-semi-space-size=8 --max-old-space-size=192
// Starts the ledger tool. A Node that cannot run TypeScript hands over to the version pinned in the package. The limits in the first line
// have to be known when the process starts; without them, V8 lets garbage take more memory than the tool needs.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major = 0] = process.versions.node.split('.').map(Number)
const pinned = fileURLToPath(
  new URL(`../../node_modules/.bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
)

if (major >= 24) {
  await import('./compiled.js')
  await import('./main.ts')
} else if (!existsSync(pinned)) {
  process.stderr.write('ledger: needs Node 24, and the one of this package is missing: run npm ci\n')
  process.exitCode = 2
} else {
  const child = spawn(pinned, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  // Ctrl-C in a terminal reaches both processes; the child decides how to end
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => {
    process.stderr.write(`ledger: ${error.message}\n`)
    process.exitCode = 2
  })
  child.once('exit', (code) => {
    process.exitCode = code ?? 130
  })
}
