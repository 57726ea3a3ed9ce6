// GET /api/admin/rules: the settings of the book with their changes, and what betting is stopped on.
import { DeskRules } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

export function readRules(app: Api, services: Services): void {
  app.get(
    '/api/admin/rules',
    forAdmins({
      summary: 'Settings of the book with their changes, and what betting is stopped on',
      reply: DeskRules,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['desk', 'fixtures'])
      const shown = await services.reads.deskRules(services.rules.seen().settings)
      return { mayChangeSettings: sessionOf(request).role === 'super-admin', ...shown }
    },
  )
}
