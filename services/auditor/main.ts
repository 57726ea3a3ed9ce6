// The ledger tool. What it loads is kept compiled for its next run.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
await import('./cli.ts')
