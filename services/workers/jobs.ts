// Queues and their backend: BullMQ on Redis where REDIS_URL is set, otherwise on the product's own Postgres.
// A job is a hint that work may be due, never the only trace of it: every job can be lost, repeated or run twice.

import { setTimeout as pause } from 'node:timers/promises'
import { createPostgresBackend, type Job, Queue, Worker, withBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { lineOf } from '#services/platform/process/transient-errors.ts'
import { startReplaceable, startWorker } from './lasting-worker.ts'

export type QueueName = 'ticks' | 'settle'

export type Jobs = {
  queue<Data>(name: QueueName): JobQueue<Data>
  worker<Data>(
    name: QueueName,
    concurrency: number,
    process: (name: string, data: Data) => Promise<void>,
  ): Promise<void>
  close(): Promise<void>
}

export type JobQueue<Data> = {
  /** Adds a job, unless one of the same id is waiting or running already. */
  add(name: string, data: Data, id: string): Promise<void>
  /** Makes `name` run every `everyMs` (system time), once among all workers. Safe to repeat. */
  every(name: string, everyMs: number, data: Data): Promise<void>
}

/** Tried again after 0.5, 1, 2, … seconds; what failed eight times stays in the failed set for a person to see. */
const JOB_OPTIONS = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: { count: 200 },
  removeOnFail: { count: 1_000 },
} as const

/** A tick that failed is not repeated: the next one comes anyway. */
const TICK_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 } } as const

/** A job whose worker died is another's within the sum of both; a worker that lives renews its lock by itself. */
const WORKER_OPTIONS = { lockDuration: 10_000, stalledInterval: 5_000, autorun: false } as const

/** How long what is under way may take at the end. Beyond that it is another worker's, as after a crash. */
const CLOSE_WITHIN_MS = 3_000

type Connection = { databaseUrl: string; redisUrl?: string | undefined; log: (error: unknown) => void }

export function openJobs({ databaseUrl, redisUrl, log }: Connection): Jobs {
  const closing: (() => Promise<unknown>)[] = []
  // an address alone would not say whose it is
  const trouble = (error: unknown) => log(new Error(`the queues: ${lineOf(error)}`, { cause: error }))
  const backend = redisUrl === undefined ? onPostgres(databaseUrl) : onRedis(redisUrl, closing, trouble)
  const queues = new Map<QueueName, ReturnType<typeof backend.queue>>()

  return {
    queue(name) {
      let queue = queues.get(name)
      if (queue === undefined) {
        queue = backend.queue(name)
        queue.on('error', trouble)
        queues.set(name, queue)
        const opened = queue
        closing.unshift(() => opened.close())
      }
      const opened = queue
      return {
        async add(job, data, id) {
          await opened.add(job, data, { ...JOB_OPTIONS, deduplication: { id } })
        },
        async every(job, everyMs, data) {
          await opened.upsertJobScheduler(job, { every: everyMs }, { name: job, data, opts: TICK_OPTIONS })
        },
      }
    },
    async worker(name, concurrency, process) {
      const create = () => {
        const worker = backend.worker(name, concurrency, (job) => process(job.name, job.data))
        worker.on('failed', (_job, error) => log(error))
        return worker
      }
      const worker = await backend.start(create, trouble)
      closing.unshift(() => worker.close())
    },
    async close() {
      const closed = (async () => {
        for (const close of closing) await close()
      })()
      // a server that is away answers no good-bye
      await Promise.race([closed, pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

function onPostgres(databaseUrl: string) {
  const classes = withBackend(createPostgresBackend)
  // whatever hangs is given up: a worker that never gets ready makes room for the next
  const patience = { connectionTimeoutMillis: 5_000, query_timeout: 30_000 }
  const connection = { connectionString: databaseUrl, schema: 'jobs', migrate: true, max: 4, ...patience }
  return {
    start: startReplaceable,
    queue: (name: string) => new classes.Queue(name, { connection }),
    worker: (name: string, concurrency: number, process: (job: Job) => Promise<void>) =>
      new classes.Worker(name, process, { connection, concurrency, ...WORKER_OPTIONS }),
  }
}

function onRedis(redisUrl: string, closing: (() => Promise<unknown>)[], trouble: (error: unknown) => void) {
  const connect = () => {
    // blocking reads wait as long as they need: BullMQ asks for no limit on retries
    const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
    connection.on('error', trouble)
    closing.push(async () => connection.disconnect())
    return connection
  }
  return {
    // ioredis brings its connections back by itself
    start: startWorker,
    queue: (name: string) => new Queue(name, { connection: connect() }),
    worker: (name: string, concurrency: number, process: (job: Job) => Promise<void>) =>
      new Worker(name, process, { connection: connect(), concurrency, ...WORKER_OPTIONS }),
  }
}
