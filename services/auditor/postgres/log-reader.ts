// Reads the log in batches, checking hash and schema of each row in a second thread if there are two cores.
import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type LogBatch, type LogReader, unchecked } from '../audited-log.ts'
import { HASH_BYTES } from '../tree/log-tree.ts'
import { readLog, rowsOf } from './log-rows.ts'
import type { ThreadAnswer, ThreadMessage } from './log-thread.ts'
import { endConnection, IN_ORDER, type Snapshot } from './snapshot.ts'

/** It keeps nothing but a few batches, which are outside its heap: without limits it would let garbage pile up. */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 64 }

/** Starts the second thread, so that it is ready when the snapshot has been taken. `signal` ends reading. */
export function openLogReader(threads = Math.min(2, availableParallelism()), signal?: AbortSignal): LogReader {
  if (threads < 2) return { read: readHere, close: async () => undefined }
  const thread = new Worker(new URL('./log-thread.ts', import.meta.url), { resourceLimits: LIMITS })
  // an error of the thread is thrown by the reader, if there still is one
  thread.on('error', () => undefined)
  return {
    read: (snapshot) => readByThread(thread, snapshot, signal),
    async close() {
      await thread.terminate()
    },
  }
}

async function* readHere(snapshot: Snapshot): AsyncGenerator<LogBatch> {
  const client = await snapshot.open(IN_ORDER)
  for await (const bytes of readLog(client)) yield unchecked(rowsOf(bytes))
  await endConnection(client)
}

async function* readByThread(thread: Worker, { id }: Snapshot, signal?: AbortSignal): AsyncGenerator<LogBatch> {
  thread.postMessage({ read: id } satisfies ThreadAnswer)
  const messages = on(thread, 'message', { close: ['exit'], ...(signal && { signal }) })
  for await (const [message] of messages as AsyncIterable<[ThreadMessage]>) {
    if (message === null) return
    const { buffer, byteOffset, byteLength, unsound } = message
    const bad = new Set(unsound)
    const leaves = Buffer.from(message.leaves)
    yield {
      rows: rowsOf(Buffer.from(buffer, byteOffset, byteLength)),
      isSound: bad.size === 0 ? () => true : (index) => !bad.has(index),
      leaf: (index) => leaves.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
    }
    thread.postMessage('consumed' satisfies ThreadAnswer)
  }
  throw new Error('Connection terminated: the log was not read to its end')
}
