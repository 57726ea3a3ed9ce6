// A thread of its own that reads the log and checks of each row what depends on the row alone: hash and form. The
// other thread folds meanwhile.
import { parentPort } from 'node:worker_threads'
import { isSound } from '../events/read-body.ts'
import { readForms } from '../events/schemas.ts'
import { readLog, rowsThatFail } from './log-rows.ts'
import { endConnection, IN_ORDER, joinSnapshot, type SnapshotId } from './snapshot.ts'

/** From the thread: rows and the indexes of those that are not sound; null after the last. */
export type ThreadMessage = {
  readonly buffer: SharedArrayBuffer
  readonly byteOffset: number
  readonly byteLength: number
  readonly unsound: readonly number[]
} | null
/** To the thread: what to read, and that a batch was taken. */
export type ThreadAnswer = 'taken' | { readonly read: SnapshotId }

/** So many batches wait to be folded. */
const AHEAD = 3

const port = parentPort
if (port === null) throw new Error('this is not a program of its own')
let permits = AHEAD
let permitted: (() => void) | null = null
const forms = readForms()

async function read(snapshot: SnapshotId, send: (message: ThreadMessage) => void): Promise<void> {
  const client = await joinSnapshot(snapshot, IN_ORDER)
  for await (const bytes of readLog(client)) {
    const unsound = rowsThatFail(bytes, (type, hash, body) => isSound(type, hash, body, body.toString('utf8'), forms))
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
  if (answer === 'taken') {
    permits += 1
    permitted?.()
    return
  }
  // a failure is the thread's end, and the error of whoever reads
  void read(answer.read, (message) => port.postMessage(message)).catch((error: unknown) => {
    queueMicrotask(() => {
      throw error
    })
  })
})
