// The log in batches, with the hash and the form of each row checked, on two cores where there are two.
import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { LogRow } from '../events/shapes.ts'
import { readLog, rowsOf } from './log-rows.ts'
import type { ThreadAnswer, ThreadMessage } from './log-thread.ts'
import { endConnection, IN_ORDER, type Snapshot } from './snapshot.ts'

/** `isSound`: false as well where nobody has looked. */
export type LogBatch = { readonly rows: readonly LogRow[]; isSound(index: number): boolean }

/** `signal` ends it with its reason. */
export function readBatches(snapshot: Snapshot, signal?: AbortSignal): AsyncGenerator<LogBatch> {
  return availableParallelism() > 1 ? readByThread(snapshot, signal) : readHere(snapshot)
}

async function* readHere(snapshot: Snapshot): AsyncGenerator<LogBatch> {
  const client = await snapshot.open(IN_ORDER)
  for await (const bytes of readLog(client)) yield { rows: rowsOf(bytes), isSound: () => false }
  await endConnection(client)
}

async function* readByThread({ id }: Snapshot, signal?: AbortSignal): AsyncGenerator<LogBatch> {
  const thread = new Worker(new URL('./log-thread.ts', import.meta.url), { workerData: id })
  try {
    // an error of the thread ends the loop as an error
    const messages = on(thread, 'message', { close: ['exit'], ...(signal && { signal }) })
    for await (const [message] of messages as AsyncIterable<[ThreadMessage]>) {
      if (message === null) return
      const { buffer, byteOffset, byteLength, unsound } = message
      const bad = new Set(unsound)
      yield {
        rows: rowsOf(Buffer.from(buffer, byteOffset, byteLength)),
        isSound: bad.size === 0 ? () => true : (index) => !bad.has(index),
      }
      thread.postMessage('taken' satisfies ThreadAnswer)
    }
    throw new Error('Connection terminated: the log was not read to its end')
  } finally {
    await thread.terminate()
  }
}
