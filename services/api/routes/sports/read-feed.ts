// GET /api/sports/feed: whether prices come in, for the screens. GET /api/admin/feed-health: the details, for admins.
import { ErrorReply, FeedHealth, FeedStatus } from '#services/contract/contract.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

export function readFeed(app: Api, { feed }: Services): void {
  app.get(
    '/api/sports/feed',
    {
      schema: {
        summary: 'Whether prices come in as they should, and since when not',
        tags: ['sports'],
        response: { 200: FeedStatus, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'lists' },
    },
    () => feed.status(),
  )
  app.get(
    '/api/admin/feed-health',
    {
      schema: {
        summary: 'The odds feed: what was read when, credits, and the trouble it is in',
        tags: ['back office'],
        response: { 200: FeedHealth, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', session: { refusal: 'unauthorized', admin: true } },
    },
    () => feed.health(),
  )
}
