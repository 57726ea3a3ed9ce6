// GET /openapi.json: describes all routes. Serialized once, since it does not change while the process runs.
import type { Api } from '../../http/api.ts'
import { CachedReply, sendCached } from '../../http/replies/cached-reply.ts'

export function readDescription(app: Api): void {
  let description: CachedReply | null = null
  app.get('/openapi.json', { schema: { hide: true }, config: { queue: 'lists' } }, async (request, reply) => {
    description ??= new CachedReply(JSON.stringify(app.swagger()))
    return sendCached(request, reply, description)
  })
}
