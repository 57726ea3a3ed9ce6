// A thread that reads the log and makes the checks that need only the row: hash and schema. The main thread folds
// meanwhile.
import { parentPort } from 'node:worker_threads'
import { isSound } from '../events/read-body.ts'
import { readSchemas } from '../events/schemas.ts'
import { readLog, rowsThatFail } from './log-rows.ts'
import { endConnection, IN_ORDER, joinSnapshot, type SnapshotId } from './snapshot.ts'

/** From the thread: rows and the indexes of the unsound ones; null after the last. */
export type ThreadMessage = {
  readonly buffer: SharedArrayBuffer
  readonly byteOffset: number
  readonly byteLength: number
  readonly unsound: readonly number[]
} | null
/** To the thread: what to read, and that a batch was consumed. */
export type ThreadAnswer = 'consumed' | { readonly read: SnapshotId }

/** Batches that may wait to be folded. */
const READ_AHEAD = 3

const port = parentPort
if (port === null) throw new Error('this module runs as a worker thread only')
let permits = READ_AHEAD
let permitted: (() => void) | null = null
const schemas = readSchemas()

async function read(snapshot: SnapshotId, send: (message: ThreadMessage) => void): Promise<void> {
  const client = await joinSnapshot(snapshot, IN_ORDER)
  for await (const bytes of readLog(client)) {
    const unsound = rowsThatFail(bytes, (type, hash, body) => isSound(type, hash, body, body.toString('utf8'), schemas))
    while (permits === 0) {
      await new Promise<void>((resolve) => {
        permitted = resolve
      })
    }
    permits -= 1
    const { buffer, byteOffset, byteLength } = bytes
    send({ buffer, byteOffset, byteLength, unsound })
  }
  await endConnection(client)
  send(null)
}

port.on('message', (answer: ThreadAnswer) => {
  if (answer === 'consumed') {
    permits += 1
    permitted?.()
    return
  }
  // a failure ends the thread, and becomes the reader's error
  void read(answer.read, (message) => port.postMessage(message)).catch((error: unknown) => {
    queueMicrotask(() => {
      throw error
    })
  })
})
