// GET /api/admin/dashboard: the overview; lists come ten a page.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Dashboard, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { PageNumber } from '../../http/query.ts'
import type { Services } from '../../services.ts'

const PAGE_SIZE = 10
const NEEDED = ['accounts', 'bets', 'fixtures', 'house', 'statistics'] as const

export function readDashboard(app: Api, services: Services): void {
  const { reads } = services

  async function betsOn(page: number): Promise<Dashboard['bets']> {
    const placed = await reads.bets.page((page - 1) * PAGE_SIZE, PAGE_SIZE)
    const names = await reads.people.namesOf(placed.map(({ account }) => account))
    return placed.map(({ bet, account }) => {
      const username = names.get(account)
      return username === undefined ? bet : { ...bet, username }
    })
  }

  app.get(
    '/api/admin/dashboard',
    {
      schema: {
        summary: 'Overview of the back office; page and list page through users or bets',
        tags: ['back office'],
        querystring: z.object({
          page: PageNumber,
          list: z.enum(['users', 'bets']).optional(),
          type: z.string().optional(),
        }),
        response: { 200: Dashboard, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', compressed: true, session: { refusal: 'unauthorized', admin: true }, carries: ['X-Ledger-Position'] },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { page, list, type } = request.query
      // without one it is the overview, and there is no other yet
      if (type !== undefined) throw new ApiError('type_unknown')
      await awaitFreshReads(services, request, reply as FastifyReply, session, NEEDED)
      const users = await reads.people.page(list === 'bets' ? 0 : (page - 1) * PAGE_SIZE, PAGE_SIZE)
      const [overview, bets, userStats] = await Promise.all([
        reads.overview(session.accountId),
        betsOn(list === 'users' ? 1 : page),
        reads.people.statisticsOf(users),
      ])
      const role = session.role === 'super-admin' ? 'super-admin' : 'admin'
      return { users, bets, userStats, ...overview, role, page, pageSize: PAGE_SIZE } satisfies Dashboard
    },
  )
}
