// A blacklisted league is shown nowhere, in no api; its open bets stand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFER } from '#domain/offer/events.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import { Games, LeagueBlacklist, LeagueReach, Sports } from '#services/contract/contract.ts'
import { connectForTest } from '#tests/database.ts'
import { addHouseGame } from '../../testing/house-game.ts'
import { callAt, type Person, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

const EPL = 'soccer_epl'

let product: TestProduct
let elsewhere: Awaited<ReturnType<TestProduct['another']>>
let admin: Person
let bettor: Person
let game: Awaited<ReturnType<typeof addHouseGame>>
beforeAll(async () => {
  product = await startTestProduct({ realBoard: true })
  elsewhere = await product.another()
  admin = await product.anAdmin(1_000)
  bettor = await product.aBettor(admin, 100)
  game = await addHouseGame(product, admin, new Date(), [product.origin, elsewhere.origin])
})
afterAll(async () => {
  await elsewhere.close()
  await product.close()
})

const games = async (path: string, origin = product.origin) => {
  const { text } = await callAt(origin, `/api/sports${path}`, {})
  return Games.parse(JSON.parse(text))
}
const change = (action: 'blacklist' | 'unblacklist', leagueKey = EPL, token = admin.token) =>
  product.admin(token, { action, leagueKey })
const load = async () => {
  const { text } = await product.call('/api/admin/dashboard?type=league-blacklist', { token: admin.token })
  const { blacklistedLeagues, availableLeagues } = LeagueBlacklist.parse(JSON.parse(text))
  return [blacklistedLeagues.map(({ key }) => key), availableLeagues.some(({ key }) => key === EPL)] as const
}
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code]

/** Whether the league is shown, for each place that lists games. */
async function isShown(origin: string): Promise<boolean[]> {
  const families = Sports.parse(JSON.parse((await callAt(origin, '/api/sports', {})).text))
  const one = await callAt(origin, `/api/sports/soccer?endpoint=scores&eventId=${game.event}`, {})
  const league = await callAt(origin, `/api/sports/${EPL}?endpoint=events`, {})
  return [
    (await games('?upcoming=true', origin)).length > 0,
    (await games('?gamesOfDay=true', origin)).length > 0,
    (await games('/soccer?endpoint=events', origin)).length > 0,
    one.status === 200,
    league.status === 200,
    families.some(({ leagues }) => leagues.some(({ key }) => key === EPL)),
  ]
}
const everywhere = async (shown: boolean) => {
  for (const { origin } of [product, elsewhere]) {
    await until(async () => (await isShown(origin)).every((one) => one === shown))
  }
}

describe('a blacklisted league', () => {
  test('is hidden in every api and takes no bets, while those placed stand; unblacklisted it is back', async () => {
    const placed = await product.place(bettor.token, single(game.event, 10))
    expect(placed.status).toBe(200)
    expect(await load()).toEqual([[], true])

    const blacklisted = await change('blacklist')
    expect([blacklisted.status, blacklisted.body.message]).toEqual([200, 'EPL is blacklisted'])
    await everywhere(false)
    expect(await load()).toEqual([[EPL], false])
    for (const origin of [product.origin, elsewhere.origin]) {
      const refused = await callAt(origin, '/api/bets/place-bet', { token: bettor.token, body: single(game.event, 10) })
      expect([...answer(refused), refused.body.error]).toEqual([
        409,
        'league_blacklisted',
        'Betting on this league is not available.',
      ])
    }
    const { body: bets } = await product.call('/api/bets/my-bets', { token: bettor.token })
    expect(bets).toMatchObject([{ id: placed.body.betId, game: `${game.home} vs Wanderers`, status: 'pending' }])

    expect((await change('unblacklist')).status).toBe(200)
    await everywhere(true)
    expect(await load()).toEqual([[], true])
    expect((await product.place(bettor.token, single(game.event, 10))).status).toBe(200)
  })

  test('a bet that is repeated with its key gets its first reply, blacklisted or not', async () => {
    const first = await product.place(bettor.token, single(game.event, 1), 'a key')
    expect(first.status).toBe(200)
    await change('blacklist')
    await everywhere(false)
    const again = await product.place(bettor.token, single(game.event, 1), 'a key')
    expect([again.status, again.body.betId]).toEqual([200, first.body.betId])
    await change('unblacklist')
    await everywhere(true)
  })

  test('may be hidden twice or shown twice without harm, and must exist', async () => {
    const before = (await product.events('LeagueBlacklisted')).length
    const said = async (action: 'blacklist' | 'unblacklist') => {
      const { status, body } = await change(action, 'basketball_nba')
      return [status, body.message]
    }
    const nothing = [200, 'It is so already: nothing has changed']
    expect(await said('blacklist')).toEqual([200, 'NBA is blacklisted'])
    expect(await said('blacklist')).toEqual(nothing)
    expect((await product.events('LeagueBlacklisted')).length).toBe(before + 1)
    expect(await said('unblacklist')).toEqual([200, 'NBA is no longer blacklisted'])
    expect(await said('unblacklist')).toEqual(nothing)
    expect(answer(await change('blacklist', 'soccer_moon_league'))).toEqual([404, 'league_missing'])
    expect(answer(await change('blacklist', ''))).toEqual([400, 'fields_missing'])
  })

  test('that has left the catalog since can still be unblacklisted', async () => {
    const gone = 'soccer_moon_league'
    const blacklist = { type: 'BlacklistLeague', league: gone } as const
    await product.services.offer.execute(OFFER, blacklist, metaBy({ id: admin.user.id, role: 'admin' }))
    await until(async () => (await load())[0].includes(gone))
    const back = await change('unblacklist', gone)
    expect([back.status, back.body.message]).toEqual([200, `${gone} is no longer blacklisted`])
    expect(await load()).toEqual([[], true])
  })

  test('shows how many upcoming games and open bets hiding it affects', async () => {
    const reach = async (league: string) =>
      (await product.call(`/api/admin/dashboard?type=league-reach&league=${league}`, { token: admin.token })).body
    const before = LeagueReach.parse(await reach(EPL))
    expect(before).toMatchObject({ league: { key: EPL, title: 'EPL' }, upcoming: 1 })
    const placed = await product.place(bettor.token, single(game.event, 1))
    expect(placed.status, placed.text).toBe(200)
    await until(async () => LeagueReach.parse(await reach(EPL)).openBets === before.openBets + 1)
    expect(await reach('basketball_nba')).toMatchObject({ upcoming: 0, openBets: 0 })
    for (const league of ['', 'soccer_moon_league'])
      expect(await reach(league)).toMatchObject({ code: 'league_missing' })
  })

  test('has its reason in the audit trail', async () => {
    const reason = 'doubts about its referees'
    const hidden = await product.admin(admin.token, { action: 'blacklist', leagueKey: 'icehockey_nhl', reason })
    expect(hidden.status).toBe(200)
    const { meta } = JSON.parse((await product.events('LeagueBlacklisted')).at(-1)!.body)
    const { rows } = await product.services.pool.query('select text from app.reason_text where commitment = $1', [
      meta.reason.text,
    ])
    expect(rows).toEqual([{ text: reason }])
    expect((await change('unblacklist', 'icehockey_nhl')).status).toBe(200)
  })

  test('is for admins', async () => {
    expect(answer(await change('blacklist', EPL, bettor.token))).toEqual([403, 'not_an_admin'])
    const read = await product.call('/api/admin/dashboard?type=league-blacklist', { token: bettor.token })
    expect(answer(read)).toEqual([403, 'not_an_admin'])
    const nobody = await product.call('/api/admin/dashboard?type=league-blacklist')
    expect(answer(nobody)).toEqual([401, 'unauthorized'])
  })
})

describe('a league is blacklisted', () => {
  test('for the next bet through any api, whatever its board has heard', async () => {
    const quiet = await startTestProduct()
    const other = await quiet.another()
    try {
      const desk = await quiet.anAdmin(1_000)
      const { token } = await quiet.aBettor(desk, 100)
      const [game, elsewhereOnly] = [quiet.newGame(), quiet.newGame({ league: 'basketball_nba' })]
      // no board of this product is notified
      await quiet.stopProjector()
      const bet = (origin: string, id: string) =>
        callAt(origin, '/api/bets/place-bet', { token, body: single(id, 1) }).then(answer)
      for (const { origin } of [quiet, other]) expect(await bet(origin, game)).toEqual([200, undefined])
      expect((await quiet.admin(desk.token, { action: 'blacklist', leagueKey: EPL })).status).toBe(200)
      for (const { origin } of [quiet, other]) {
        expect(await bet(origin, game)).toEqual([409, 'league_blacklisted'])
        expect(await bet(origin, elsewhereOnly)).toEqual([200, undefined])
      }
      expect((await quiet.admin(desk.token, { action: 'unblacklist', leagueKey: EPL })).status).toBe(200)
      for (const { origin } of [quiet, other]) expect(await bet(origin, game)).toEqual([200, undefined])
    } finally {
      await other.close()
      await quiet.close()
    }
  })

  test('law: no bet is recorded after that was confirmed', async () => {
    const rich = await product.aBettor(admin, 500)
    const owner = await connectForTest(product.database.ownerUrl)
    const recorded = async () =>
      Number((await owner.query(`select count(*) from log.events where type = 'BetPlaced'`)).rows[0].count)
    for (let round = 0; round < 4; round++) {
      let betting = true
      let refusals = 0
      const bettors = [product, elsewhere].flatMap(({ origin }) =>
        [1, 2, 3].map(async () => {
          while (betting) {
            const body = single(game.event, 0.1)
            const { status } = await callAt(origin, '/api/bets/place-bet', { token: rich.token, body })
            refusals += Number(status === 409)
          }
        }),
      )
      try {
        const first = await recorded()
        await until(async () => (await recorded()) > first + 5)
        expect((await change('blacklist')).body.message).toBe('EPL is blacklisted')
        const [before, refused] = [await recorded(), refusals]
        await until(async () => refusals > refused + 20)
        expect(await recorded()).toBe(before)
      } finally {
        betting = false
        await Promise.all(bettors)
        await change('unblacklist')
        await everywhere(true)
      }
    }
    await owner.end()
  })
})
