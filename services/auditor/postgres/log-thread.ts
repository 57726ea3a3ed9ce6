// A thread that reads the log and makes the checks that need only the row: hash and schema. The main thread folds
// meanwhile.
import { parentPort } from 'node:worker_threads'
import { isSound } from '../events/read-body.ts'
import { readSchemas } from '../events/schemas.ts'
import { HASH_BYTES, leafOf } from '../tree/log-tree.ts'
import { readLog, rowsThatFail } from './log-rows.ts'
import { endConnection, IN_ORDER, joinSnapshot, type SnapshotId } from './snapshot.ts'

/** From the thread: rows, the indexes of the unsound ones, and the leaf of each; null after the last. */
export type ThreadMessage = {
  readonly buffer: SharedArrayBuffer
  readonly byteOffset: number
  readonly byteLength: number
  readonly unsound: readonly number[]
  readonly leaves: SharedArrayBuffer
} | null
/** To the thread: what to read, from which ledger number on, and how many batches were folded since the last answer. */
export type ThreadAnswer = { readonly folded: number } | { readonly read: SnapshotId; readonly from: number }

/** Batches that may wait to be folded. */
const READ_AHEAD = 12

const port = parentPort
if (port === null) throw new Error('this module runs as a worker thread only')
let permits = READ_AHEAD
let permitted: (() => void) | null = null
const schemas = readSchemas()

async function read(snapshot: SnapshotId, from: number, send: (message: ThreadMessage) => void): Promise<void> {
  const client = await joinSnapshot(snapshot, IN_ORDER)
  for await (const bytes of readLog(client, from)) {
    const leaves: Buffer[] = []
    const unsound = rowsThatFail(bytes, (type, hash, body) => {
      leaves.push(leafOf(body))
      return isSound(type, hash, body, body.toString('utf8'), schemas)
    })
    while (permits === 0) {
      await new Promise<void>((resolve) => {
        permitted = resolve
      })
    }
    permits -= 1
    const { buffer, byteOffset, byteLength } = bytes
    send({ buffer, byteOffset, byteLength, unsound, leaves: shared(leaves) })
  }
  await endConnection(client)
  send(null)
}

function shared(leaves: readonly Buffer[]): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(leaves.length * HASH_BYTES)
  const bytes = Buffer.from(memory)
  for (const [index, leaf] of leaves.entries()) leaf.copy(bytes, index * HASH_BYTES)
  return memory
}

port.on('message', (answer: ThreadAnswer) => {
  if ('folded' in answer) {
    permits += answer.folded
    permitted?.()
    return
  }
  // a failure ends the thread, and becomes the reader's error
  void read(answer.read, answer.from, (message) => port.postMessage(message)).catch((error: unknown) => {
    queueMicrotask(() => {
      throw error
    })
  })
})
