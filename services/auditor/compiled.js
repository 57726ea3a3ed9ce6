// Turns on Node's compile cache, which also saves stripping types again. Each thread has to do so for itself, and must import this before
// any TypeScript.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
