// GET /api/admin/checkpoint: what an admin compares with the report of `ledger verify`.
import { LedgerCheckpoint } from '#services/contract/contract.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { trailCheckpoint } from '../../reads/trail/checkpoint.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

export function readCheckpoint(app: Api, services: Services): void {
  app.get(
    '/api/admin/checkpoint',
    forAdmins({
      summary:
        'The newest event of the audit trail: its ledger number, position and hash, as `ledger verify` names them',
      reply: LedgerCheckpoint,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['audit'])
      const checkpoint = await trailCheckpoint(services.queries)
      if (checkpoint === null) throw new ApiError('not_found')
      return checkpoint
    },
  )
}
