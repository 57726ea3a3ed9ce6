// The api process: `npm run api`. Any number may run on one database.
import { runPart } from '../process/run-part.ts'
import { addressOf } from '../supervisor/address.ts'
import { announceSuperAdmin } from '../supervisor/protocol.ts'
import { startApi } from './start.ts'

await runPart('api', async (context) => {
  const api = await startApi(context, announceSuperAdmin)
  return { port: api.port, remark: addressOf(context.config.HOST, api.port), stop: api.stop }
})
