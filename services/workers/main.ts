// The worker process (`npm run worker`): polls odds and scores, records results, settles, sweeps. Any number may run.
import { runService } from '#services/platform/process/run-service.ts'
import { openWorker } from './worker.ts'

await runService('worker', async (context) => {
  const worker = await openWorker(context)
  return { remark: worker.queues, stop: () => worker.close() }
})
