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
import type { Api } from '../../http/api.ts'
import { invalidRequest } from '../../http/errors/failures.ts'
import { PageNumber } from '../../http/query.ts'
import type { Services } from '../../services.ts'
import { ERRORS, FOR_ADMINS, freshReadsOf, TAGS } from './for-admins.ts'

const NEEDED = ['accounts', 'asked', 'audit', 'bets', 'fixtures', 'settlement'] as const satisfies ProjectionName[]
/** The lines of the audit trail and everything that they name. */
const NEEDED_OF_DECISIONS = ['audit', 'bets', 'corrected', 'fixtures', 'statement'] as const satisfies ProjectionName[]
const MAX_WHAT = 20_000

export function readSettlement(app: Api, services: Services): void {
  const fresh = freshReadsOf(services)

  app.get(
    '/api/admin/settlement',
    {
      schema: {
        summary: 'Decisions that wait for a second admin, the oldest first, ten a page',
        tags: TAGS,
        querystring: z.object({ page: PageNumber }),
        response: { 200: SettlementDesk, ...ERRORS },
      },
      config: FOR_ADMINS,
    },
    async (request, reply) => {
      await fresh(request, reply, NEEDED)
      return settlementDesk(services, sessionOf(request).accountId, request.query.page)
    },
  )

  app.get(
    '/api/admin/settlement/asked/:request',
    {
      schema: {
        summary: 'A decision that waits for a second admin; asked is null where it does not, or never did',
        tags: TAGS,
        params: z.object({ request: z.string() }),
        response: { 200: AskedOne, ...ERRORS },
      },
      config: FOR_ADMINS,
    },
    async (request, reply) => {
      await fresh(request, reply, NEEDED)
      return { asked: await askedOne(services, sessionOf(request).accountId, request.params.request) }
    },
  )

  app.get(
    '/api/admin/settlement/events',
    {
      schema: {
        summary: 'Events by the names of their teams, two weeks around now',
        tags: TAGS,
        querystring: z.object({ search: z.string().max(100).default('') }),
        response: { 200: DeskEvents, ...ERRORS },
      },
      config: FOR_ADMINS,
    },
    async (request, reply) => {
      await fresh(request, reply, NEEDED)
      return findEvents(services, request.query.search)
    },
  )

  app.get(
    '/api/admin/settlement/events/:eventId',
    {
      schema: {
        summary: 'An event with its bets, by what was picked',
        tags: TAGS,
        params: z.object({ eventId: z.string() }),
        response: { 200: DeskEventBets, ...ERRORS },
      },
      config: FOR_ADMINS,
    },
    async (request, reply) => {
      await fresh(request, reply, NEEDED)
      const meta = commandMeta(request, sessionOf(request), '', services.clock.businessNow())
      return eventBets(services, request.params.eventId, meta)
    },
  )

  app.get(
    '/api/admin/settlement/done',
    {
      schema: {
        summary: 'What people of the desk decided today about results and bets, the newest first',
        tags: TAGS,
        querystring: DecisionsQuery,
        response: { 200: DoneToday, ...ERRORS },
      },
      config: FOR_ADMINS,
    },
    async (request, reply) => {
      await fresh(request, reply, NEEDED_OF_DECISIONS)
      return doneToday(services, request.query.before)
    },
  )

  app.get(
    '/api/admin/settlement/corrected',
    {
      schema: {
        summary: 'Games whose end was changed after bets were settled by it, those changed last first',
        tags: TAGS,
        querystring: DecisionsQuery,
        response: { 200: CorrectedResults, ...ERRORS },
      },
      config: FOR_ADMINS,
    },
    async (request, reply) => {
      await fresh(request, reply, NEEDED_OF_DECISIONS)
      return correctedResults(services.queries, request.query.before)
    },
  )

  app.get(
    '/api/admin/settlement/preview',
    {
      schema: {
        summary: 'The bets and the money that an action of the settlement desk would move; what: its body as JSON',
        tags: TAGS,
        querystring: z.object({ what: z.string().max(MAX_WHAT) }),
        response: { 200: SettlementPreview, ...ERRORS },
      },
      config: FOR_ADMINS,
    },
    async (request, reply) => {
      await fresh(request, reply, NEEDED)
      const meta = commandMeta(request, sessionOf(request), '', services.clock.businessNow())
      const plan = await planOf(services, actionOf(request.query.what), meta.at)
      const preview = await previewOf(services, plan, meta)
      return shownPreview(services, preview, plan.on === 'fixture' ? plan.id : null)
    },
  )
}

function actionOf(text: string): PreviewedAction {
  const action = jsonOf(text)
  const parsed = PreviewedAction.safeParse(action)
  if (parsed.success) return parsed.data
  // for people who look at the preview, the same error as from the action itself
  const issues = parsed.error.issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message }))
  throw invalidRequest(issues, action, undefined)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
