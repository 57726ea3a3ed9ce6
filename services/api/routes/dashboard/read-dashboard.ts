// GET /api/admin/dashboard: the overview, with lists of ten a page. With `type`, a queue, or what the house offers.
import { z } from 'zod'
import type { ProjectionName } from '#projections/projection.ts'
import {
  AdminUsers,
  Dashboard,
  FixturePairs,
  GamesOfTheDay,
  LeagueBlacklist,
  LeagueReach,
  RequestQueue,
  SuspendedMarkets,
  UndecidedFixtures,
} from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { suspendedMarkets } from '../../back-office/suspended-markets.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError, type FailureCode } from '../../http/errors/errors.ts'
import { PageNumber } from '../../http/query.ts'
import { sendCached } from '../../http/replies/cached-reply.ts'
import { adminUsers } from '../../reads/back-office/admins.ts'
import { undecidedFixtures } from '../../reads/back-office/undecided.ts'
import { requestQueue } from '../../reads/requests.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from '../back-office/for-admins.ts'

const Asked = z.object({
  page: PageNumber,
  list: z.enum(['users', 'bets']).optional(),
  type: z.string().optional(),
  /** For type league-reach: the league's key. */
  league: z.string().max(100).default(''),
})
type Asked = z.infer<typeof Asked>
const Reply = z.union([
  AdminUsers,
  Dashboard,
  FixturePairs,
  GamesOfTheDay,
  LeagueBlacklist,
  LeagueReach,
  UndecidedFixtures,
  SuspendedMarkets,
  RequestQueue,
])

/** The answer to a `type`, and the read models behind it. */
type Answer = {
  readonly needed: readonly ProjectionName[]
  readonly failure?: FailureCode
  readonly read: (services: Services, asked: Asked) => Promise<z.infer<typeof Reply>>
}

const OVERVIEW_NEEDED = ['accounts', 'bets', 'fixtures', 'house', 'statistics'] as const

const ANSWERS: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  [
    'games-of-day',
    {
      needed: ['offer', 'fixtures'],
      failure: 'games_load_failed',
      read: ({ reads }) => reads.offer.gamesOfTheDay(),
    },
  ],
  [
    'league-blacklist',
    {
      needed: ['offer', 'fixtures'],
      failure: 'blacklist_load_failed',
      read: ({ reads }) => reads.offer.leagueBlacklist(),
    },
  ],
  ['league-reach', { needed: ['offer', 'fixtures', 'settlement'], read: leagueReach }],
  [
    'admin-users',
    {
      needed: ['accounts', 'treasury'],
      failure: 'admins_load_failed',
      read: ({ queries }) => adminUsers(queries),
    },
  ],
  ['fixture-pairs', { needed: OVERVIEW_NEEDED, read: ({ reads }, { page }) => reads.fixturePairs(page) }],
  [
    'undecided',
    {
      needed: ['bets', 'book', 'fixtures', 'settlement'],
      read: ({ queries, clock }, { page }) => undecidedFixtures(queries, clock.businessNow(), page),
    },
  ],
  ['suspended-markets', { needed: OVERVIEW_NEEDED, read: (services, { page }) => suspendedMarkets(services, page) }],
  // requests of people are in no read model; their names are
  ['requests', { needed: ['accounts'], read: ({ requests }, { page }) => requestQueue(requests, page, true) }],
  ['decided-requests', { needed: ['accounts'], read: ({ requests }, { page }) => requestQueue(requests, page, false) }],
])

async function leagueReach({ reads }: Services, { league }: Asked): Promise<LeagueReach> {
  const reach = await reads.offer.leagueReach(league)
  if (reach === null) throw new ApiError('league_missing')
  return reach
}

const READ = forAdmins({
  summary: `Overview of the back office; page and list page through users or bets, page with a type of queue through that; league goes with league-reach; type: ${[...ANSWERS.keys()].join(', ')}`,
  querystring: Asked,
  reply: Reply,
})

export function readDashboard(app: Api, services: Services): void {
  app.get(
    '/api/admin/dashboard',
    { ...READ, config: { ...READ.config, failure: ({ query }) => ANSWERS.get((query as Asked).type ?? '')?.failure } },
    async (request, reply) => {
      const { type, page, list = null } = request.query
      if (type === undefined) {
        await awaitFreshReads(services, request, reply, OVERVIEW_NEEDED)
        return sendCached(request, reply, await services.reads.dashboard.read(sessionOf(request), { page, list }))
      }
      const answer = ANSWERS.get(type)
      if (answer === undefined) throw new ApiError('type_unknown')
      await awaitFreshReads(services, request, reply, answer.needed)
      return answer.read(services, request.query)
    },
  )
}
