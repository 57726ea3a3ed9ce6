// Metrics of jobs: how many ran, how they ended, how many wait and for how long.
import { counter, gauge, histogram, readOnScrape } from '#services/platform/metrics/registry.ts'

const runs = counter('jobs_total', 'Jobs that ran', ['queue', 'job', 'result'])
const durations = histogram('job_seconds', 'How long a job ran', { labels: ['queue', 'job'] })
const waiting = gauge('jobs', 'Jobs in a queue', ['queue', 'state'])
const oldest = gauge('job_waiting_seconds', 'Since the oldest job that waits was due', ['queue'])

/** Runs and counts a job. Throws what it throws. */
export async function countedJob(queue: string, job: string, work: () => Promise<void>): Promise<void> {
  const begun = performance.now()
  let result = 'failed'
  try {
    await work()
    result = 'done'
  } finally {
    runs.inc({ queue, job, result })
    durations.observe({ queue, job }, (performance.now() - begun) / 1_000)
  }
}

/**
 * The part of BullMQ's job that is needed: created at `timestamp`, and not due before `delay` milliseconds after that.
 */
type WaitingJob = { readonly timestamp: number; readonly opts: { readonly delay?: number } }
const dueAt = ({ timestamp, opts }: WaitingJob): number => timestamp + (opts.delay ?? 0)

/** The part of BullMQ's queue that is needed. */
type CountedQueue = {
  getJobCounts(...states: ('waiting' | 'active' | 'delayed' | 'failed')[]): Promise<Record<string, number>>
  getJobs(states: 'waiting'[], start: number, end: number, ascending: boolean): Promise<WaitingJob[]>
}

/** Returns a function that stops serving them. */
export function readQueueMetrics(queues: ReadonlyMap<string, CountedQueue>): () => void {
  async function read(): Promise<void> {
    for (const [queue, counted] of queues) {
      const counts = await counted.getJobCounts('waiting', 'active', 'delayed', 'failed')
      for (const [state, count] of Object.entries(counts)) waiting.set({ queue, state }, count)
      const [first] = await counted.getJobs(['waiting'], 0, 0, true)
      oldest.set({ queue }, first === undefined ? 0 : Math.max(0, (Date.now() - dueAt(first)) / 1_000))
    }
  }
  return readOnScrape({ source: 'queues', gauges: [waiting, oldest], read })
}
