// GET /api/admin/float and below: the caller's own float, line by line and day by day.
import { FLOAT_KIND_NAMES } from '#domain/float/float-kinds.ts'
import { FloatDays, FloatDaysQuery, FloatQuery, FloatStatement } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { sendCsv } from '../../http/replies/csv.ts'
import { readFloatDays, readFloat as readLines, wholeFloat } from '../../reads/back-office/float.ts'
import { plainText } from '../../reads/trail/line.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const TITLES = ['Time', 'Ledger number', 'Kind', 'What', 'Reason', 'Amount in EUR', 'Balance in EUR']

export function readFloat(app: Api, services: Services): void {
  const { queries, clock } = services
  app.get(
    '/api/admin/float',
    forAdmins({
      summary:
        'The lines of the caller’s own float, newest first, each with the balance after it; format=csv as a file',
      querystring: FloatQuery,
      reply: FloatStatement,
    }),
    async (request, reply) => {
      const session = sessionOf(request)
      await awaitFreshReads(services, request, reply, ['statement', 'audit'])
      if (request.query.format === 'json') return readLines(queries, session.accountId, request.query)
      return sendCsv(reply, 'float.csv', TITLES, cells(services, session.accountId, request.query))
    },
  )
  app.get(
    '/api/admin/float/days',
    forAdmins({
      summary: 'The days of the caller’s own float: what each began and ended with, its sums, and whether it is closed',
      querystring: FloatDaysQuery,
      reply: FloatDays,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['accounts', 'floats'])
      return readFloatDays(queries, sessionOf(request).accountId, request.query, clock.businessNow())
    },
  )
}

/** Times are in UTC. */
async function* cells({ queries }: Services, account: string, query: FloatQuery) {
  for await (const line of wholeFloat(queries, account, query)) {
    yield [
      ...[line.at, line.number, FLOAT_KIND_NAMES[line.kind], plainText(line), line.reason],
      ...[line.amount.toFixed(2), line.balance],
    ]
  }
}
