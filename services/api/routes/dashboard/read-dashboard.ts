// GET /api/admin/dashboard: the overview, with lists of ten a page. With `type`, a queue, or what the house offers.
import { z } from 'zod'
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

/** Queues that wait for an admin. */
const QUEUES: ReadonlySet<string> = new Set(['fixture-pairs', 'undecided', 'suspended-markets'])
/** Requests of people, which are in no read model. */
const REQUESTS: ReadonlySet<string> = new Set(['requests', 'decided-requests'])
const OFFER_NEEDED = ['offer', 'fixtures'] as const
const REACH_NEEDED = ['offer', 'fixtures', 'settlement'] as const
const NEEDED = ['accounts', 'bets', 'fixtures', 'house', 'statistics'] as const
const UNDECIDED_NEEDED = ['bets', 'book', 'fixtures', 'settlement'] as const

const FAILURES: { readonly [type: string]: FailureCode } = {
  'games-of-day': 'games_load_failed',
  'league-blacklist': 'blacklist_load_failed',
  'admin-users': 'admins_load_failed',
}

const READ = forAdmins({
  summary:
    'Overview of the back office; page and list page through users or bets, page with a type of queue through that; type: games-of-day, league-blacklist, league-reach (of league), admin-users, fixture-pairs, undecided, suspended-markets, requests, decided-requests',
  querystring: z.object({
    page: PageNumber,
    list: z.enum(['users', 'bets']).optional(),
    type: z.string().optional(),
    /** For type league-reach: the league's key. */
    league: z.string().max(100).default(''),
  }),
  reply: z.union([
    AdminUsers,
    Dashboard,
    FixturePairs,
    GamesOfTheDay,
    LeagueBlacklist,
    LeagueReach,
    UndecidedFixtures,
    SuspendedMarkets,
    RequestQueue,
  ]),
})

export function readDashboard(app: Api, services: Services): void {
  app.get(
    '/api/admin/dashboard',
    { ...READ, config: { ...READ.config, failure: ({ query }) => FAILURES[(query as { type?: string }).type ?? ''] } },
    async (request, reply) => {
      const session = sessionOf(request)
      const { page, list = null, type } = request.query
      if (type === 'games-of-day' || type === 'league-blacklist') {
        await awaitFreshReads(services, request, reply, session, OFFER_NEEDED)
        const { offer } = services.reads
        return type === 'games-of-day' ? offer.gamesOfTheDay() : offer.leagueBlacklist()
      }
      if (type === 'league-reach') {
        await awaitFreshReads(services, request, reply, session, REACH_NEEDED)
        const reach = await services.reads.offer.leagueReach(request.query.league)
        if (reach === null) throw new ApiError('league_missing')
        return reach
      }
      if (type === 'admin-users') {
        await awaitFreshReads(services, request, reply, session, ['accounts', 'treasury'])
        return adminUsers(services.queries)
      }
      if (type !== undefined && REQUESTS.has(type)) {
        await awaitFreshReads(services, request, reply, session, ['accounts'])
        return requestQueue(services.requests, page, type === 'requests')
      }
      // without a type it is the overview
      if (type !== undefined && !QUEUES.has(type)) throw new ApiError('type_unknown')
      if (type === 'undecided') {
        await awaitFreshReads(services, request, reply, session, UNDECIDED_NEEDED)
        return reply.send(await undecidedFixtures(services.queries, services.clock.businessNow(), page))
      }
      await awaitFreshReads(services, request, reply, session, NEEDED)
      if (type === 'fixture-pairs') return reply.send(await services.reads.fixturePairs(page))
      if (type === 'suspended-markets') return reply.send(await suspendedMarkets(services, page))
      return sendCached(request, reply, await services.reads.dashboard.read(session, { page, list }))
    },
  )
}
