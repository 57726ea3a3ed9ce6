// The `ledger` command. Compiled code is cached for its next run.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// the threads that would help to copy what is young wait for each other where there are fewer cores than of them
setFlagsFromString('--no-parallel-scavenge')
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
await import('./cli/command-line.ts')
