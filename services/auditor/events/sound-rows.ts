// Hashes and forms are checked in a thread of their own while this one folds: they depend on nothing but the row.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { LogBatch } from '../postgres/log-rows.ts'
import type { LogRow } from './shapes.ts'

/** `unsound`: indexes of the rows that are not as they should be; the fold says of each why. */
export type SoundnessAnswer = { readonly unsound: readonly number[] }

export type CheckedBatch = { readonly rows: readonly LogRow[]; isSound(index: number): boolean }

/** So many batches are under way between the two threads. */
const AHEAD = 4

/** The batches in their order, each checked. On a single core nothing is, and the fold checks for itself. */
export async function* checkRows(batches: AsyncIterable<LogBatch>): AsyncGenerator<CheckedBatch> {
  if (availableParallelism() < 2) {
    for await (const { rows } of batches) yield { rows, isSound: () => false }
    return
  }
  const thread = new Thread()
  const ahead: { rows: LogRow[]; answer: Promise<SoundnessAnswer> }[] = []
  const next = async (): Promise<CheckedBatch> => {
    const { rows, answer } = ahead.shift()!
    const { unsound } = await answer
    if (unsound.length === 0) return { rows, isSound: () => true }
    const bad = new Set(unsound)
    return { rows, isSound: (index) => !bad.has(index) }
  }
  try {
    for await (const { rows, bytes } of batches) {
      ahead.push({ rows, answer: thread.ask(bytes) })
      if (ahead.length >= AHEAD) yield await next()
    }
    while (ahead.length > 0) yield await next()
  } finally {
    await thread.end()
  }
}

type Waiting = { resolve(answer: SoundnessAnswer): void; reject(error: unknown): void }

class Thread {
  readonly #worker = new Worker(new URL('./sound-rows-worker.ts', import.meta.url))
  readonly #waiting: Waiting[] = []

  constructor() {
    this.#worker.on('message', (answer: SoundnessAnswer) => this.#waiting.shift()?.resolve(answer))
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    })
  }

  /** Takes the memory of `bytes` away. Answers come in the order of asking. */
  ask(bytes: Buffer<ArrayBuffer>): Promise<SoundnessAnswer> {
    const answer = new Promise<SoundnessAnswer>((resolve, reject) => this.#waiting.push({ resolve, reject }))
    // who ends early waits for no answer
    answer.catch(() => undefined)
    const { buffer, byteOffset, byteLength } = bytes
    this.#worker.postMessage({ buffer, byteOffset, byteLength }, [buffer])
    return answer
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
