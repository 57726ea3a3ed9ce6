// The `ledger` command. Compiled code is cached for its next run.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
await import('./cli/command-line.ts')
