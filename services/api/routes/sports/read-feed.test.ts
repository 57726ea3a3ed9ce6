import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FeedHealth, FeedStatus } from '#services/contract/contract.ts'
import { type Person, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

describe('feed health, over HTTP', () => {
  let product: TestProduct
  let admin: Person
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const read = async (kind: string, at: Date) => {
    await product.services.pool.query(
      `insert into app.poll (league, kind, polled_at, read_at) values ('soccer_epl', $1, $2, $2)
       on conflict (league, kind) do update set polled_at = $2, read_at = $2`,
      [kind, at],
    )
  }
  const untilStatus = (status: string) =>
    until(async () => {
      const answer = FeedStatus.parse((await product.call('/api/sports/feed')).body)
      return answer.status === status && answer
    })
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(0)
    product.newGame({ startsAt: minutesAgo(30) })
  })
  afterAll(() => product.close())

  test('anybody can see whether prices come in', async () => {
    await read('odds', minutesAgo(1))
    expect(await untilStatus('live')).toEqual({ status: 'live', since: null })
    const since = minutesAgo(10)
    await read('odds', since)
    expect(await untilStatus('delayed')).toEqual({ status: 'delayed', since: since.toISOString() })
    await product.services.pool.query("update app.provider_state set trouble = 'unreachable', trouble_since = $1", [
      since,
    ])
    expect(await untilStatus('offline')).toEqual({ status: 'offline', since: since.toISOString() })
  })

  test('admins see what was read when, what it cost, and what went wrong', async () => {
    await read('odds', minutesAgo(10))
    await read('scores', minutesAgo(2))
    await product.services.pool.query(
      `update app.provider_state set remaining = -60, used = 5000060, credits_read_at = now(), trouble = 'out-of-credits',
       trouble_since = $1, error_code = 'OUT_OF_USAGE_CREDITS', error = 'quota', failed_at = $1`,
      [minutesAgo(5)],
    )
    await product.services.pool.query(
      `insert into app.credit_use (day, used, calls, failures) values ((now() at time zone 'utc')::date, 7, 9, 2)`,
    )
    const { body } = await product.call('/api/admin/feed-health', { token: admin.token })
    const health = FeedHealth.parse(body)
    expect(health).toMatchObject({
      breaker: 'open',
      trouble: { kind: 'out-of-credits' },
      lastError: { code: 'OUT_OF_USAGE_CREDITS', message: 'quota', recoveredAt: null },
      credits: { remaining: -60, used: 5_000_060, budgetToday: null, spentToday: 7 },
      counts: { callsToday: 9, failuresToday: 2, leagues: 1, staleLeagues: 1, games: 1, priced: 1 },
    })
    const [league] = health.leagues
    expect(league).toMatchObject({ league: 'soccer_epl', live: 1, upcoming: 0, stale: true, events: { readAt: null } })
    expect([Math.round(league!.odds.ageS! / 60), Math.round(league!.scores.ageS! / 60)]).toEqual([10, 2])
  })

  test('an error is over once something has been read after it, and no trouble is left', async () => {
    const readAt = minutesAgo(2)
    await read('odds', readAt)
    const recoveryAfter = async (trouble: string | null, failedAt: Date) => {
      await product.services.pool.query(
        `update app.provider_state set trouble = $1, trouble_since = $2, error_code = 'ECONNRESET', error = 'gone', failed_at = $2`,
        [trouble, failedAt],
      )
      const { body } = await product.call('/api/admin/feed-health', { token: admin.token })
      return FeedHealth.parse(body).lastError?.recoveredAt
    }
    const newest = await recoveryAfter(null, minutesAgo(60))
    expect(Date.parse(newest!)).toBeGreaterThanOrEqual(readAt.getTime())
    expect(await recoveryAfter('unreachable', minutesAgo(60))).toBeNull()
    expect(await recoveryAfter(null, new Date())).toBeNull()
  })

  test('admins are told which games to come the provider calls begun or over', async () => {
    const startsAt = new Date(Date.now() + 3_600_000)
    const [inPlay, over] = [product.newGame({ startsAt }), product.newGame({ startsAt })]
    product.newGame({ startsAt })
    const since = minutesAgo(3)
    await product.services.pool.query(
      `insert into app.early_score (fixture_id, home, away, completed, since, read_at)
       values ($1, 1, 0, false, $3, now()), ($2, null, null, true, $3, now())`,
      [inPlay, over, since],
    )
    const { body } = await product.call('/api/admin/feed-health', { token: admin.token })
    const { begunEarly } = FeedHealth.parse(body)
    const told = { commence_time: startsAt.toISOString(), since: since.toISOString() }
    expect(begunEarly.map(({ home_team: _home, away_team: _away, ...rest }) => rest)).toEqual(
      expect.arrayContaining([
        { ...told, eventId: inPlay, completed: false, score: { home: 1, away: 0 } },
        { ...told, eventId: over, completed: true, score: null },
      ]),
    )
    expect(begunEarly).toHaveLength(2)
  })

  test('nobody else can', async () => {
    const bettor = await product.aBettor(admin, 0)
    const answers = [
      await product.call('/api/admin/feed-health'),
      await product.call('/api/admin/feed-health', { token: 'made-up' }),
      await product.call('/api/admin/feed-health', { token: bettor.token }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'Unauthorized'],
      [401, 'Unauthorized'],
      [403, 'Unauthorized: Admin access required'],
    ])
  })
})
