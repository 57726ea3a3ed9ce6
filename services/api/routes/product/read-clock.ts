// GET /api/clock
import { Clock, ErrorReply } from '#services/contract/contract.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

export function readClock(app: Api, { clock }: Services): void {
  app.get(
    '/api/clock',
    {
      schema: {
        summary: 'The business clock, which the browser goes by',
        tags: ['product'],
        response: { 200: Clock, '4xx': ErrorReply, '5xx': ErrorReply },
      },
    },
    async () => ({ now: clock.businessNow().toISOString(), speed: clock.speed }),
  )
}
