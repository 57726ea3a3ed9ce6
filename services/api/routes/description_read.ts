// GET /openapi.json: every call there is. It stays the same while the process runs, so it is written once.

import type { Api } from '../http/api.ts'
import { KeptReply, sendKept } from '../http/cached-reply.ts'

export function readDescription(app: Api): void {
  let description: KeptReply | null = null
  app.get('/openapi.json', { schema: { hide: true }, config: { share: 'lists' } }, async (request, reply) => {
    description ??= new KeptReply(JSON.stringify(app.swagger()))
    return sendKept(request, reply, description)
  })
}
