// Code that was compiled before is taken from where it was kept, types and all: by the tool as it starts, and by each further thread,
// which would not do so by itself. To be imported before anything that is written in TypeScript.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
