import { expect, test } from 'vitest'
import { Dashboard } from '#services/contract/contract.ts'
import { newId, type Person, single, startTestProduct } from '../../testing/product.ts'

test('GET /api/admin/dashboard shows figures, and lists ten a page', async () => {
  const fresh = await startTestProduct()
  try {
    const admin = await fresh.anAdmin(1_000)
    const bettors: Person[] = []
    for (let n = 0; n < 12; n++) bettors.push(await fresh.aBettor(admin, 10))
    const id = newId()
    fresh.board.put({ id })
    const placed: string[] = []
    for (const { token } of bettors) {
      const { body } = await fresh.call('/api/bets/place-bet', { token, body: single(id, 2) })
      placed.unshift(body.betId as string)
    }
    const ask = async (query: string) => {
      const { text } = await fresh.call(`/api/admin/dashboard${query}`, {
        token: admin.token,
        headers: { 'x-ledger-position': last },
      })
      return Dashboard.parse(JSON.parse(text))
    }
    const { headers } = await fresh.call('/api/bets/place-bet', { token: bettors[0]!.token, body: single(id, 1) })
    const last = headers.get('x-ledger-position')!
    const first = await ask('')
    expect(first).toMatchObject({
      totalUsers: 12,
      totalBets: 13,
      page: 1,
      pageSize: 10,
      userBalance: 95,
      openStakes: 25,
      houseProfit: 0,
      currentAdminBalance: 880,
      role: 'admin',
    })
    expect(first.users.map((user) => user.username)).toEqual(
      bettors
        .toReversed()
        .slice(0, 10)
        .map((bettor) => bettor.user.username),
    )
    expect(first.bets[0]).toMatchObject({ username: bettors[0]!.user.username, bet_amount: 1, status: 'pending' })
    const second = await ask('?page=2&list=bets')
    expect(second.bets.map((bet) => bet.id)).toEqual(placed.slice(9))
    expect(second.users).toHaveLength(10)
    expect((await ask('?page=2&list=users')).users).toHaveLength(2)
    expect((await ask('?page=3')).users).toEqual([])
    for (const type of ['admins', 'overview', '']) {
      const { status, body } = await fresh.call(`/api/admin/dashboard?type=${type}`, { token: admin.token })
      expect([status, body]).toEqual([400, { code: 'type_unknown', error: 'The dashboard has no such type.' }])
    }
    expect(first.userStats.find((one) => one.username === bettors[11]!.user.username)).toMatchObject({
      totalStake: 2,
      totalBets: 1,
      avgBet: 2,
      pnl: 0,
    })
  } finally {
    await fresh.close()
  }
})
