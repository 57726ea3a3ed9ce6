// The thread that reads the log. It checks what needs only the row (hash and schema) and compares what follows from the
// events' text alone, while the main thread folds.
import { parentPort } from 'node:worker_threads'
import type { Asked, News } from '../beside/news.ts'
import { TextChecks } from '../beside/text-checks.ts'
import type { LogRow } from '../events/log-row.ts'
import { isSound } from '../events/read-body.ts'
import { readSchemas } from '../events/schemas.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { HASH_BYTES, leafOf } from '../tree/log-tree.ts'
import { BatchMemories } from './batch-memory.ts'
import { type LogBytes, readLog, rowsOf } from './log-rows.ts'
import { endConnection, IN_ORDER, joinedSnapshot, joinSnapshot, type SnapshotId } from './snapshot.ts'

/**
 * What the thread sends: rows in binary COPY format with the indexes of unsound ones (`unsound`) and the leaf of each;
 * or that there are no more; or why it cannot go on from the kept state (`doubt`). `news`: null if the thread only
 * reads.
 */
export type ThreadMessage =
  | {
      readonly news: News | null
      readonly buffer: SharedArrayBuffer
      readonly byteOffset: number
      readonly byteLength: number
      readonly unsound: readonly number[]
      readonly leaves: SharedArrayBuffer
    }
  | { readonly news: News | null; readonly isEnd: true }
  | { readonly doubt: string }
/**
 * What the thread is sent: first what to read, from which ledger number on, and what to check; then how many more
 * batches were folded.
 */
export type ThreadAnswer =
  | { readonly folded: number }
  | { readonly read: SnapshotId; readonly from: number; readonly check: Asked | null }

/** How many batches may wait to be folded. */
const READ_AHEAD = 12

const port = parentPort
if (port === null) throw new Error('this module runs as a worker thread only')
const memories = new BatchMemories()
let permits = READ_AHEAD
let permitted: (() => void) | null = null
const schemas = readSchemas()

type Order = Extract<ThreadAnswer, { read: SnapshotId }>

async function read({ read: id, from, check }: Order, send: (message: ThreadMessage) => void): Promise<void> {
  const client = await joinSnapshot(id, IN_ORDER)
  const snapshot = check === null ? null : await joinedSnapshot(id, check.small)
  const texts = check === null ? null : await TextChecks.begin(check, snapshot!, schemas, from)
  for await (const bytes of readLog(client, from, memories.take)) {
    const { rows, unsound, leaves } = checked(bytes)
    if (texts !== null) await addAll(texts, rows, unsound)
    while (permits === 0) {
      await new Promise<void>((resolve) => {
        permitted = resolve
      })
    }
    permits -= 1
    const { buffer, byteOffset, byteLength } = bytes
    const news = texts?.news() ?? null
    memories.sent(bytes)
    send({ news, buffer, byteOffset, byteLength, unsound: [...unsound], leaves: shared(leaves) })
  }
  await endConnection(client)
  await texts?.end()
  await snapshot?.close()
  send({ news: texts?.news() ?? null, isEnd: true })
}

/** Checks what needs only the row. `unsound`: indexes of rows. */
function checked(bytes: LogBytes) {
  const leaves: Buffer[] = []
  const unsound = new Set<number>()
  const rows = rowsOf(bytes, ({ type, hash, body }, begin, end) => {
    const stored = bytes.subarray(begin, end)
    if (!isSound(type, hash, stored, body, schemas)) unsound.add(leaves.length)
    leaves.push(leafOf(stored))
  })
  return { rows, unsound, leaves }
}

async function addAll(texts: TextChecks, rows: readonly LogRow[], unsound: ReadonlySet<number>): Promise<void> {
  for (let index = 0; index < rows.length; index++) {
    const waiting = texts.add(rows[index]!, !unsound.has(index))
    if (waiting !== undefined) await waiting
  }
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
    memories.folded(answer.folded)
    permitted?.()
    return
  }
  // any other failure ends the thread and is thrown by the reader
  void read(answer, (message) => port.postMessage(message)).catch((error: unknown) => {
    if (error instanceof NotResumable) {
      port.postMessage({ doubt: error.message } satisfies ThreadMessage)
      return
    }
    queueMicrotask(() => {
      throw error
    })
  })
})
