// The api process (`npm run api`). Any number may run on one database.

import { addressOf } from '#services/platform/process/listen-address.ts'
import { runService } from '#services/platform/process/run-service.ts'
import { announceSuperAdmin } from '#services/platform/process/supervisor-protocol.ts'
import { startApi } from './start.ts'

await runService('api', async (context) => {
  const api = await startApi(context, announceSuperAdmin)
  return { port: api.port, remark: addressOf(context.config.HOST, api.port), stop: api.stop }
})
