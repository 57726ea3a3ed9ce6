// The `ledger` command.
import { setFlagsFromString } from 'node:v8'
import './compiled.js'

// the scavenger's helper threads wait for each other if there are fewer cores than threads
setFlagsFromString('--no-parallel-scavenge')
await import('./cli/command-line.ts')
