// Queues and their backend: BullMQ on Redis if REDIS_URL is set, otherwise on the product's own Postgres. A job is a
// hint that work may be due, never the only record of it: every job may be lost, repeated or run twice.

import { setTimeout as pause } from 'node:timers/promises'
import { type Job, Queue, Worker, withBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { lineOf } from '#services/platform/errors.ts'
import { countedJob, readQueueMetrics } from './metrics.ts'
import { queueBackend } from './queue-backend.ts'
import { startRestartingWorker, startWorker } from './restarting-worker.ts'

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
  /**
   * Adds a job, unless one with the same id is already waiting. If one is running, it runs once more afterwards, since
   * it may already be past what is new.
   */
  add(name: string, data: Data, id: string): Promise<void>
  /** Runs `name` every `everyMs` (system time), once among all workers. Safe to repeat. */
  every(name: string, everyMs: number, data: Data): Promise<void>
}

/** Retried after 0.5, 1, 2, … seconds. A job that failed eight times stays in the failed set for inspection. */
const JOB_OPTIONS = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: { count: 200 },
  removeOnFail: { count: 1_000 },
} as const

/** A failed tick is not retried, because the next one comes anyway. */
const TICK_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 } } as const

/** If a worker dies, another takes over its job within the sum of the two; a live worker renews its lock. */
const WORKER_OPTIONS = { lockDuration: 10_000, stalledInterval: 5_000, autorun: false } as const

/**
 * How long running jobs may take to finish when the process stops. After that, another worker repeats them, as after a
 * crash.
 */
const CLOSE_TIMEOUT_MS = 2_000

type Connection = { databaseUrl: string; redisUrl?: string | undefined; log: (error: unknown) => void }

export function openJobs({ databaseUrl, redisUrl, log }: Connection): Jobs {
  const closing: (() => Promise<unknown>)[] = []
  // mentions the queues, since the message may be nothing but an address
  const onError = (error: unknown) => log(new Error(`the queues: ${lineOf(error)}`, { cause: error }))
  const backend = redisUrl === undefined ? onPostgres(databaseUrl, log) : onRedis(redisUrl, closing, onError)
  const queues = new Map<QueueName, ReturnType<typeof backend.queue>>()
  const endMetrics = readQueueMetrics(queues)

  return {
    queue(name) {
      let queue = queues.get(name)
      if (queue === undefined) {
        queue = backend.queue(name)
        queue.on('error', onError)
        queues.set(name, queue)
        const opened = queue
        closing.unshift(() => opened.close())
      }
      const opened = queue
      return {
        async add(job, data, id) {
          await opened.add(job, data, { ...JOB_OPTIONS, deduplication: { id, keepLastIfActive: true } })
        },
        async every(job, everyMs, data) {
          await opened.upsertJobScheduler(job, { every: everyMs }, { name: job, data, opts: TICK_OPTIONS })
        },
      }
    },
    async worker(name, concurrency, process) {
      const create = () => {
        const worker = backend.worker(name, concurrency, (job) =>
          countedJob(name, job.name, () => process(job.name, job.data)),
        )
        worker.on('failed', (_job, error) => log(error))
        return worker
      }
      const worker = await backend.start(create, onError)
      closing.unshift(() => worker.close())
    },
    async close() {
      endMetrics()
      const closed = (async () => {
        for (const close of closing) await close()
      })()
      // a server that is down does not answer
      await Promise.race([closed, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

function onPostgres(databaseUrl: string, log: Connection['log']) {
  const classes = withBackend(queueBackend(log))
  // nothing may hang: a worker that never becomes ready is replaced
  const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 30_000 }
  const connection = { connectionString: databaseUrl, schema: 'jobs', migrate: true, max: 4, ...timeouts }
  return {
    start: startRestartingWorker,
    queue: (name: string) => new classes.Queue(name, { connection }),
    worker: (name: string, concurrency: number, process: (job: Job) => Promise<void>) =>
      new classes.Worker(name, process, { connection, concurrency, ...WORKER_OPTIONS }),
  }
}

function onRedis(redisUrl: string, closing: (() => Promise<unknown>)[], onError: (error: unknown) => void) {
  const connect = () => {
    // BullMQ requires unlimited retries for its blocking reads
    const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
    connection.on('error', onError)
    closing.push(async () => connection.disconnect())
    return connection
  }
  return {
    // ioredis reconnects by itself
    start: startWorker,
    queue: (name: string) => new Queue(name, { connection: connect() }),
    worker: (name: string, concurrency: number, process: (job: Job) => Promise<void>) =>
      new Worker(name, process, { connection: connect(), concurrency, ...WORKER_OPTIONS }),
  }
}
