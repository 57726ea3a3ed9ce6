// The worker process: `npm run worker`. Polls odds and scores, records results, settles, sweeps. Any number may run.
import { runPart } from '#services/platform/process/run-part.ts'
import { openWorker } from './worker.ts'

await runPart('worker', async (context) => {
  const worker = await openWorker(context)
  return { remark: worker.queues, stop: () => worker.close() }
})
