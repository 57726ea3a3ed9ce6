import { describe, expect, test } from 'vitest'
import { metaBy, SETTLER } from '#services/commands/testing/meta.ts'
import { BetHistory } from '#services/contract/contract.ts'
import { stageForBetting } from '../../testing/betting.ts'
import { parlay, until } from '../../testing/product.ts'

describe('GET /api/bets/{betId}/history', () => {
  const stage = stageForBetting()

  test('has the quotes and every settlement of the caller’s own bet, and of nobody else’s', async () => {
    const [bettor, other] = [await stage.aBettor(100), await stage.aBettor(100)]
    const [first, second] = [stage.game(), stage.game()]
    const placed = await stage.place(bettor.token, parlay([first, second], 5))
    const bet = String(placed.body.betId)
    const read = async () => {
      const reply = await stage.product.call(`/api/bets/${bet}/history`, { token: bettor.token })
      expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
      return BetHistory.parse(reply.body)
    }
    const before = await read()
    expect(before.placed).toMatchObject({ stake: 5, odds: 4.41 })
    expect(before.placed.quotes.map(({ eventId, odds, seen }) => [eventId, odds, seen])).toEqual([
      [first, 2.1, null],
      [second, 2.1, null],
    ])
    expect(before.steps).toEqual([])
    const closedAt = new Date(Date.now() + 60_000).toISOString()
    const score = { home: 0, away: 1 }
    const outcome = { fixture: second, version: 1, closedAt, kind: 'result', score, regulation: score } as const
    await stage.product.services.accounts.execute(
      bettor.user.id,
      { type: 'SettleBet', bet, outcomes: [outcome] },
      metaBy(SETTLER),
    )
    const [ending] = await until(async () => {
      const { steps } = await read()
      return steps.length > 0 && steps
    })
    expect(ending).toMatchObject({ kind: 'ending', status: 'lost', returned: 0, rule: 2, again: false })
    expect(ending?.kind === 'ending' && ending.legs.map(({ status }) => status)).toEqual(['lost'])
    expect((await stage.product.call(`/api/bets/${bet}/history`, { token: other.token })).status).toBe(404)
    expect((await stage.product.call(`/api/bets/${bet}/history`)).status).toBe(401)
  })
})
