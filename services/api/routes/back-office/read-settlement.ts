// GET /api/admin/settlement and below: the settlement desk.
import { z } from 'zod'
import type { ProjectionName } from '#projections/projection.ts'
import {
  AskedOne,
  CorrectedResults,
  DecisionsQuery,
  DeskEventBets,
  DeskEvents,
  DoneToday,
  PreviewedAction,
  SettlementDesk,
  SettlementPreview,
} from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { correctedResults } from '../../back-office/settlement/corrected-results.ts'
import { askedOne, findEvents, settlementDesk } from '../../back-office/settlement/desk-queue.ts'
import { doneToday } from '../../back-office/settlement/done-today.ts'
import { eventBets } from '../../back-office/settlement/event-bets.ts'
import { planOf } from '../../back-office/settlement/plan.ts'
import { previewOf } from '../../back-office/settlement/preview.ts'
import { shownPreview } from '../../back-office/settlement/shown-preview.ts'
import { commandMeta } from '../../command-context.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { readAs } from '../../http/errors/schema-check.ts'
import { PageNumber } from '../../http/query.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const NEEDED = ['accounts', 'asked', 'audit', 'bets', 'fixtures', 'settlement'] as const satisfies ProjectionName[]
/** The lines of the audit trail and everything that they name. */
const NEEDED_OF_DECISIONS = ['audit', 'bets', 'corrected', 'fixtures', 'statement'] as const satisfies ProjectionName[]
const MAX_WHAT = 20_000

export function readSettlement(app: Api, services: Services): void {
  app.get(
    '/api/admin/settlement',
    forAdmins({
      summary: 'Decisions that wait for a second admin, the oldest first, ten a page',
      querystring: z.object({ page: PageNumber }),
      reply: SettlementDesk,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      return settlementDesk(services, sessionOf(request).accountId, request.query.page)
    },
  )

  app.get(
    '/api/admin/settlement/asked/:request',
    forAdmins({
      summary: 'A decision that waits for a second admin; asked is null where it does not, or never did',
      params: z.object({ request: z.string() }),
      reply: AskedOne,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      return { asked: await askedOne(services, sessionOf(request).accountId, request.params.request) }
    },
  )

  app.get(
    '/api/admin/settlement/events',
    forAdmins({
      summary: 'Events by the names of their teams, two weeks around now',
      querystring: z.object({ search: z.string().max(100).default('') }),
      reply: DeskEvents,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      return findEvents(services, request.query.search)
    },
  )

  app.get(
    '/api/admin/settlement/events/:eventId',
    forAdmins({
      summary: 'An event with its bets, by what was picked',
      params: z.object({ eventId: z.string() }),
      reply: DeskEventBets,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      const meta = commandMeta(request, sessionOf(request), '', services.clock.businessNow())
      return eventBets(services, request.params.eventId, meta)
    },
  )

  app.get(
    '/api/admin/settlement/done',
    forAdmins({
      summary: 'What people of the desk decided today about results and bets, the newest first',
      querystring: DecisionsQuery,
      reply: DoneToday,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED_OF_DECISIONS)
      return doneToday(services, request.query.before)
    },
  )

  app.get(
    '/api/admin/settlement/corrected',
    forAdmins({
      summary: 'Games whose end was changed after bets were settled by it, those changed last first',
      querystring: DecisionsQuery,
      reply: CorrectedResults,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED_OF_DECISIONS)
      return correctedResults(services.queries, request.query.before)
    },
  )

  app.get(
    '/api/admin/settlement/preview',
    forAdmins({
      summary: 'The bets and the money that an action of the settlement desk would move; what: its body as JSON',
      querystring: z.object({ what: z.string().max(MAX_WHAT) }),
      reply: SettlementPreview,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      const meta = commandMeta(request, sessionOf(request), '', services.clock.businessNow())
      const plan = await planOf(services, readAs(PreviewedAction, jsonOf(request.query.what)), meta.at)
      const preview = await previewOf(services, plan, meta)
      return shownPreview(services, preview, plan.on === 'fixture' ? plan.id : null)
    },
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
