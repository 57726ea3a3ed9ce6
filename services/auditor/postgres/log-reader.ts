// Reads the log in batches. If there are two cores and the log is long enough, a second thread reads it, checks hash
// and schema of each row, and compares what follows from the events' text alone.
import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type LogBatch, type LogReader, unchecked } from '../audited-log.ts'
import type { Beside } from '../beside/beside.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { HASH_BYTES } from '../tree/log-tree.ts'
import { EVENTS, readLog, rowsOf } from './log-rows.ts'
import type { ThreadAnswer, ThreadMessage } from './log-thread.ts'
import { endConnection, IN_ORDER, type Snapshot } from './snapshot.ts'

/**
 * Limits of the thread's heap, without which it would let garbage pile up. It needs little: batches are outside the
 * heap. The limit of the old generation also determines how far it grows before it is collected.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 }

/**
 * The thread is told after this many batches that they were folded. Fewer than may wait, and not each, since a message
 * costs as much as some events.
 */
const ANSWER_EVERY = 4

/** `threads`: by default two if they pay, otherwise one. `signal` ends reading. */
export function openLogReader(threads?: 1 | 2, signal?: AbortSignal): LogReader {
  let thread: Worker | null = null
  return {
    startThread(snapshot) {
      const pays = threads === undefined && !snapshot.isSmall(EVENTS) && availableParallelism() > 1
      if (thread === null && (threads === 2 || pays)) {
        thread = new Worker(new URL('./log-thread.js', import.meta.url), { resourceLimits: LIMITS })
        // an error of the thread is thrown where it is read, if it still is
        thread.on('error', () => undefined)
      }
      return thread !== null
    },
    read(snapshot, from = 0, beside = null) {
      return thread === null ? readHere(snapshot, from) : readByThread(thread, snapshot, from, beside, signal)
    },
    async close() {
      await thread?.terminate()
    },
  }
}

async function* readHere(snapshot: Snapshot, from: number): AsyncGenerator<LogBatch> {
  if (snapshot.isSmall(EVENTS)) {
    const batches = await Array.fromAsync(readLog(snapshot.main, from))
    for (const bytes of batches) yield unchecked(rowsOf(bytes))
    return
  }
  const client = await snapshot.open(IN_ORDER)
  for await (const bytes of readLog(client, from)) yield unchecked(rowsOf(bytes))
  await endConnection(client)
}

function readByThread(
  thread: Worker,
  { id, small }: Snapshot,
  from: number,
  beside: Beside | null,
  signal?: AbortSignal,
): AsyncGenerator<LogBatch> {
  const check = beside === null ? null : { ...beside.asked, small }
  thread.postMessage({ read: id, from, check } satisfies ThreadAnswer)
  // listen from now on, so that no message is lost before the first is read
  const messages = on(thread, 'message', { close: ['exit'], ...(signal && { signal }) })
  return batchesIn(messages as AsyncIterable<[ThreadMessage]>, thread, beside)
}

async function* batchesIn(
  messages: AsyncIterable<[ThreadMessage]>,
  thread: Worker,
  beside: Beside | null,
): AsyncGenerator<LogBatch> {
  let folded = 0
  for await (const [message] of messages) {
    if ('doubt' in message) throw new NotResumable(message.doubt)
    if (message.news !== null) beside?.take(message.news)
    if ('isEnd' in message) return
    const { buffer, byteOffset, byteLength, unsound } = message
    const bad = new Set(unsound)
    const leaves = Buffer.from(message.leaves)
    yield {
      rows: rowsOf(Buffer.from(buffer, byteOffset, byteLength)),
      isSound: bad.size === 0 ? () => true : (index) => !bad.has(index),
      leaf: (index) => leaves.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
    }
    folded += 1
    if (folded < ANSWER_EVERY) continue
    thread.postMessage({ folded } satisfies ThreadAnswer)
    folded = 0
  }
  throw new Error('Connection terminated: the log was not read to its end')
}
