// The worker process: polls odds and scores, records results, settles, sweeps. Any number may run.

import { readConfig } from '../config.ts'
import { announceReady, onStop, refuseToStart } from '../supervisor/protocol.ts'
import { openWorker } from './worker.ts'

const log = (error: unknown) =>
  process.stderr.write(`worker: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)

try {
  const worker = await openWorker(readConfig(), log)
  onStop(() => worker.close())
  announceReady()
} catch (error) {
  await refuseToStart(`worker: ${error instanceof Error ? error.message : String(error)}`)
}
