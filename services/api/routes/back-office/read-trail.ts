// GET /api/admin/audit, /api/admin/audit/{number} and /api/admin/history/{of}: the audit trail.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#domain/values.ts'
import { AuditedEvent, AuditHistory, AuditPage, AuditQuery } from '#services/contract/contract.ts'
import { seesAll, sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { sendCsv } from '../../http/replies/csv.ts'
import { sendFile } from '../../http/replies/send-file.ts'
import { networkOf } from '../../limits/network.ts'
import { auditedEvent } from '../../reads/trail/audited-event.ts'
import { TRAIL_TITLES, trailCells } from '../../reads/trail/export.ts'
import { historyOf } from '../../reads/trail/history.ts'
import type { ShowAddress } from '../../reads/trail/line.ts'
import { exportedLines, trailPage } from '../../reads/trail/trail.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const JSON_LINES = { type: 'application/jsonl', name: 'audit.jsonl' } as const
const NEEDED = ['audit', 'bets', 'fixtures', 'statement'] as const
const Paging = AuditQuery.pick({ before: true, after: true, limit: true })

export function readTrail(app: Api, services: Services): void {
  const { queries, store, pseudonyms, security, views } = services
  /**
   * Super admins and auditors see every address, admins those of bettors. Instead of other addresses they see
   * pseudonyms, which tell which are the same.
   */
  const showTo = (request: FastifyRequest): ShowAddress => {
    const isForAll = seesAll(sessionOf(request))
    return (ip, role) =>
      isForAll || role === 'user' ? ip : `~${pseudonyms.network(networkOf(ip)).toString('hex').slice(0, 8)}`
  }
  app.get(
    '/api/admin/audit',
    forAdmins({
      summary: 'The audit trail by filters, the newest first; format=csv or jsonl as a file of at most 100,000 lines',
      querystring: AuditQuery,
      reply: AuditPage,
    }),
    async (request, reply) => {
      const { format, ...query } = request.query
      await awaitFreshReads(services, request, reply, NEEDED)
      if (format === 'json') return trailPage(queries, query, showTo(request))
      security.record('sensitive_read', request, { by: sessionOf(request).accountId, route: '/api/admin/audit' })
      await views.ofAll(sessionOf(request), 'trail-file')
      const lines = exportedLines(queries, query, showTo(request))
      if (format === 'jsonl') return sendFile(reply, JSON_LINES, cells(lines, lineOf))
      return sendCsv(reply, 'audit.csv', TRAIL_TITLES, cells(lines, trailCells))
    },
  )
  app.get(
    '/api/admin/audit/:number',
    forAdmins({
      summary: 'An event as it is stored, what led to it and what followed from it',
      params: z.object({
        number: z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      }),
      reply: AuditedEvent,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      const event = await auditedEvent(queries, store, request.params.number, showTo(request))
      if (event === null) throw new ApiError('not_found')
      return event
    },
  )
  app.get(
    '/api/admin/history/:of',
    forAdmins({
      summary: 'Everything that ever happened to an account, by its id or name, or to a bet',
      params: z.object({ of: z.string().min(1).max(100) }),
      querystring: Paging,
      reply: AuditHistory,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      const history = await historyOf(queries, request.params.of, request.query, showTo(request))
      if (history === null) throw new ApiError('not_found')
      const { kind, id } = history.about
      // parts of the product have no personal data
      if (kind === 'account' && Id.safeParse(id).success) await views.ofSomebody(sessionOf(request), 'history', id)
      return history
    },
  )
}

async function* cells<Item, Cells>(items: AsyncIterable<Item>, of: (item: Item) => Cells): AsyncGenerator<Cells> {
  for await (const item of items) yield of(item)
}

const lineOf = (item: unknown): string => `${JSON.stringify(item)}\n`
