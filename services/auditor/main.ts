// The `ledger` command.
import { setFlagsFromString } from 'node:v8'
import './compiled.js'

// the threads that would help to copy what is young wait for each other where there are fewer cores than of them
setFlagsFromString('--no-parallel-scavenge')
await import('./cli/command-line.ts')
