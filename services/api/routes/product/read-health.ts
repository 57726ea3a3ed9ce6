// GET /healthz: the process responds. GET /readyz: so does everything it depends on.
import { z } from 'zod'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

const Healthy = z.object({ status: z.literal('ok') })
const Ready = z.object({ status: z.enum(['ok', 'not ready']), missing: z.array(z.string()), late: z.array(z.string()) })

export function readHealth(app: Api, { readiness }: Services): void {
  app.get(
    '/healthz',
    { schema: { summary: 'Whether the process answers', tags: ['product'], response: { 200: Healthy } } },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'Whether everything that it needs answers',
        tags: ['product'],
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply) => {
      const { missing, late } = await readiness()
      const status = missing.length === 0 ? ('ok' as const) : ('not ready' as const)
      return reply.status(missing.length === 0 ? 200 : 503).send({ status, missing: [...missing], late: [...late] })
    },
  )
}
