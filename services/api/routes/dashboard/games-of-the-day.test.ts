// Games of the Day from the admin's editor to a bet at the house's price, on the real board, through two apis.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OFFER } from '#domain/offer/events.ts'
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import { Games, GamesOfTheDay } from '#services/contract/contract.ts'
import {
  type Call,
  callAt,
  newId,
  type Person,
  single,
  startTestProduct,
  type TestProduct,
  until,
} from '../../testing/product.ts'

const HOUR = 3_600_000
let ahead = 0
let product: TestProduct
let elsewhere: Awaited<ReturnType<TestProduct['another']>>
let admin: Person
beforeAll(async () => {
  product = await startTestProduct({ realBoard: true, businessNow: () => new Date(Date.now() + ahead) })
  elsewhere = await product.another()
  admin = await product.anAdmin(100_000)
})
afterAll(async () => {
  await elsewhere.close()
  await product.close()
})

const inHours = (hours: number) => new Date(Date.now() + ahead + hours * HOUR).toISOString()
let games = 0
const game = (changes: object = {}) => {
  games += 1
  return {
    id: `new-${games}`,
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    home_team: `Rovers ${games}`,
    away_team: `Wanderers ${games}`,
    commence_time: inHours(2),
    odds: { home_team: 2.1, draw: 3.4, away_team: 3.6 },
    status: 'Not started',
    odds_confirmed: true,
    ...changes,
  }
}
const save = (list: readonly object[], key?: string) =>
  product.admin(
    admin.token,
    { action: 'update-games-of-day', games: list },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
const load = async () => {
  const { status, text } = await product.call('/api/admin/dashboard?type=games-of-day', { token: admin.token })
  expect(status).toBe(200)
  return GamesOfTheDay.parse(JSON.parse(text))
}
/** Saves the list; returns its games as they are loaded again. */
const saved = async (...list: object[]) => {
  const reply = await save(list)
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('Games of the Day updated')])
  return (await load()).games
}
const shownAt = async (origin: string) => {
  const { text } = await callAt(origin, '/api/sports?gamesOfDay=true', {})
  return Games.parse(JSON.parse(text))
}
const shown = (id: string, origin = product.origin) =>
  until(async () => (await shownAt(origin)).find((one) => one.id === id))
const gone = (id: string, origin = product.origin) =>
  until(async () => (await shownAt(origin)).every((one) => one.id !== id))
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code]
const bet = (event_id: string, more: Record<string, unknown> = {}) => single(event_id, 10, more)

test('while no list has ever been saved, games of the feed stand in', async () => {
  expect(await load()).toEqual({ games: [], lastUpdated: null })
})

test('a list that was changed since it was loaded is not overwritten, unless the request names no version', async () => {
  const saveAs = (lastUpdated: unknown, list: readonly object[], key = newId()) =>
    product.admin(
      admin.token,
      { action: 'update-games-of-day', games: list, lastUpdated },
      { headers: { 'idempotency-key': key } },
    )
  const names = async () => (await load()).games.map(({ home_team }) => home_team)
  const [mine, other, third] = [game(), game(), game()]
  const key = newId()
  const first = await saveAs(null, [mine], key)
  const { lastUpdated } = await load()
  expect([first.status, first.body.lastUpdated]).toEqual([200, lastUpdated])
  // repeated, it is the same request even though it names the previous version
  const again = await saveAs(null, [mine], key)
  expect([again.status, again.body.lastUpdated]).toEqual([200, lastUpdated])
  ahead += 1_000
  const second = await saveAs(lastUpdated, [mine, other])
  expect(second.status).toBe(200)
  for (const known of [null, lastUpdated]) {
    expect(refusal(await saveAs(known, [mine, third]))).toEqual([409, 'games_changed'])
  }
  expect(await names()).toEqual([mine.home_team, other.home_team])
  expect((await load()).games[1]).toMatchObject({ odds_confirmed: true })
  // overtaken: it succeeds, and says nothing about the list in force
  expect((await saveAs(null, [mine], key)).body).not.toHaveProperty('lastUpdated')
  expect((await saveAs(second.body.lastUpdated, [mine, third])).status).toBe(200)
  expect((await save([])).status).toBe(200)
  expect(await names()).toEqual([])
})

describe('a game added by hand', () => {
  test('becomes a fixture of the house that is bet on at its price, through any api', async () => {
    const [one] = await saved(game())
    expect(one).toMatchObject({
      source: 'house',
      sport_title: 'EPL',
      odds: { home_team: 2.1, draw: 3.4, away_team: 3.6 },
      odds_confirmed: true,
      status: 'Not started',
    })
    for (const origin of [product.origin, elsewhere.origin]) {
      // the price follows the game
      await expect
        .poll(() => shown(one!.id, origin))
        .toMatchObject({
          odds: { home: 2.1, draw: 3.4, away: 3.6 },
          bookmakers: [{ key: 'house', title: 'Fairbook', markets: [{ key: 'h2h' }] }],
          bettable: true,
        })
    }
    expect((await shownAt(product.origin))[0]).not.toHaveProperty('odds_confirmed')
    const bettor = await product.aBettor(admin, 100)
    const placed = await product.place(bettor.token, bet(one!.id))
    expect([placed.status, placed.body.odds]).toEqual([200, 2.1])
    const [event] = await product.events('BetPlaced')
    const { data } = JSON.parse(event!.body)
    expect(data.legs[0]).toMatchObject({ price: 1, bookmaker: 'house', drawOffered: true })
    expect(data.legs[0]).not.toHaveProperty('message')
    expect(data.legs[0].quotedAt).toBe(data.legs[0].fetchedAt)
  })

  test('starts at the instant that is sent, in any time zone', async () => {
    const start = `${inHours(3).slice(0, 16)}:00`
    const inNewYork = `${new Date(Date.parse(`${start}Z`) - 5 * HOUR).toISOString().slice(0, 19)}-05:00`
    for (const sent of [`${start}Z`, `${start}+00:00`, inNewYork]) {
      expect(await saved(game({ commence_time: sent }))).toMatchObject([{ commence_time: `${start}.000Z` }])
    }
  })

  test('without a price for the draw offers no draw', async () => {
    const [one] = await saved(game({ odds: { home_team: 1.5, away_team: 2.6 } }))
    // the price follows the game
    const odds = async () => (await shown(one!.id)).odds
    await expect.poll(odds).toEqual({ home: 1.5, draw: null, away: 2.6 })
    const bettor = await product.aBettor(admin, 100)
    expect(refusal(await product.place(bettor.token, bet(one!.id, { selection: 'Draw' })))).toEqual([
      409,
      'odds_changed',
    ])
  })

  test('has no quote before its odds are confirmed', async () => {
    const [one] = await saved(game({ odds: { home_team: 2, away_team: 2 }, odds_confirmed: false }))
    expect(one).toMatchObject({ odds: { home_team: 2, away_team: 2 }, odds_confirmed: false })
    expect((await shown(one!.id)).odds).toBeUndefined()
    const [confirmed] = await saved({ ...one, odds_confirmed: true })
    expect(confirmed!.id).toBe(one!.id)
    await until(async () => (await shown(one!.id)).odds?.home === 2)
  })

  test('has no price if another list without it was saved at the same moment', async () => {
    const [one, other] = [game(), game()]
    const { fixtures, offer } = product.services
    const [toList, toPrice] = [offer.execute.bind(offer), fixtures.execute.bind(fixtures)]
    const otherListed = Promise.withResolvers<void>()
    let lists = 0
    const listing = vi.spyOn(offer, 'execute').mockImplementation(async (...asked) => {
      const outcome = await toList(...asked)
      lists += 1
      if (lists === 2) otherListed.resolve()
      return outcome
    })
    let second: ReturnType<typeof save> | undefined
    const prices = vi.spyOn(fixtures, 'execute').mockImplementation(async (...asked) => {
      if (asked[1].type === 'SetHousePrice' && second === undefined) {
        second = save([other])
        await Promise.race([otherListed.promise, pause(500)])
      }
      return toPrice(...asked)
    })
    const first = await save([one])
    const replies = [first.status, (await second!).status]
    for (const spied of [listing, prices]) spied.mockRestore()
    expect(replies).toEqual([200, 200])
    const listed = (await load()).games.map(({ home_team }) => home_team)
    expect(listed).toEqual([other.home_team])
    const { stream } = (await product.events('FixtureListed')).find(({ body }) => body.includes(one.home_team))!
    expect((await fixtures.read(stream.replace('fixture-', ''))).price).toBeUndefined()
  })

  test('loses its price when it is saved as not confirmed, and keeps it if that is left out', async () => {
    const [one] = await saved(game({ odds: { home_team: 2.5, away_team: 1.6 } }))
    const { odds_confirmed: _, ...silent } = one!
    expect(await saved(silent)).toMatchObject([{ odds: { home_team: 2.5 }, odds_confirmed: true }])
    const other = { home_team: 1.5, away_team: 1.6 }
    const [withdrawn] = await saved({ ...one, odds: other, odds_confirmed: false })
    expect(withdrawn).toMatchObject({ id: one!.id, odds_confirmed: false })
    const bettor = await product.aBettor(admin, 100)
    expect(refusal(await product.place(bettor.token, bet(one!.id, { odd: 2.5 })))).toEqual([409, 'odds_changed'])
    const [again] = await saved({ ...one, odds: other, commence_time: inHours(3) })
    expect([again!.id, again!.odds]).toEqual([one!.id, other])
    const [moved] = await saved({ ...again, commence_time: inHours(4), odds_confirmed: false })
    expect(moved).toMatchObject({ id: one!.id, odds_confirmed: false })
  })

  test('keeps its fixture when the list is saved again with another start and price', async () => {
    const [one] = await saved(game())
    const start = inHours(5)
    const [moved] = await saved({ ...one, commence_time: start, odds: { home_team: 1.9, away_team: 1.9 } })
    expect([moved!.id, moved!.commence_time, moved!.odds]).toEqual([one!.id, start, { home_team: 1.9, away_team: 1.9 }])
    await until(async () => (await shown(one!.id)).odds?.home === 1.9)
    const bettor = await product.aBettor(admin, 100)
    expect((await product.place(bettor.token, bet(one!.id, { odd: 1.9 }))).status).toBe(200)
  })

  test('cannot be moved once it has started, so that nobody bets on its price when the score is known', async () => {
    const [one] = await saved(game())
    const start = inHours(-1)
    await product.services.fixtures.execute(one!.id, { type: 'MoveFixture', startsAt: start }, metaBy(FEED))
    const events = (await product.events()).length
    expect(refusal(await save([{ ...one, commence_time: inHours(1) }]))).toEqual([400, 'invalid_request'])
    expect((await product.events()).length).toBe(events)
    const { odds_confirmed: _, ...started } = one!
    expect((await save([{ ...started, commence_time: start }])).status).toBe(200)
  })

  test('loses its price when it is removed from the list', async () => {
    const [one] = await saved(game())
    await shown(one!.id)
    await saved()
    await gone(one!.id)
    await gone(one!.id, elsewhere.origin)
    const bettor = await product.aBettor(admin, 100)
    const refused = await product.place(bettor.token, bet(one!.id))
    expect(refusal(refused)).toEqual([409, 'odds_changed'])
    expect((await product.events('HousePriceWithdrawn')).map(({ stream }) => stream)).toContain(`fixture-${one!.id}`)
  })

  test('is in no list once it is removed from this one, before or after its start, and keeps its page', async () => {
    const LISTS = [
      '?upcoming=true',
      '?upcoming=true&trendy=true',
      '/live',
      '/live?extended=true',
      '/soccer',
      '/soccer_epl',
    ]
    const listedIn = async (origin: string, id: string) => {
      const lists = await Promise.all(LISTS.map((list) => callAt(origin, `/api/sports${list}`, {})))
      return LISTS.filter((_, at) => Games.parse(JSON.parse(lists[at]!.text)).some((one) => one.id === id))
    }
    const [kept, one] = await saved(game({ commence_time: inHours(1) }), game({ commence_time: inHours(1) }))
    await shown(one!.id)
    const bettor = await product.aBettor(admin, 100)
    expect((await product.place(bettor.token, bet(one!.id))).status).toBe(200)
    expect(await listedIn(product.origin, one!.id)).toEqual(LISTS.filter((list) => !list.startsWith('/live')))
    await saved(kept!)
    for (const { origin } of [product, elsewhere]) {
      await until(async () => (await listedIn(origin, one!.id)).length === 0)
      expect(await listedIn(origin, kept!.id)).not.toEqual([])
    }
    ahead += 2 * HOUR
    try {
      await until(async () => (await listedIn(product.origin, kept!.id)).includes('/live'))
      expect(await listedIn(product.origin, one!.id)).toEqual([])
      const page = await product.call(`/api/sports/soccer?eventId=${one!.id}`)
      expect([page.status, Games.parse(JSON.parse(page.text))]).toMatchObject([200, [{ id: one!.id, unlisted: true }]])
      expect((await product.call('/api/bets/my-bets', { token: bettor.token })).body).toMatchObject([
        { event_id: one!.id, status: 'pending' },
      ])
      const { odds_confirmed: _, ...again } = one!
      await saved(kept!, again)
      await until(async () => (await listedIn(elsewhere.origin, one!.id)).includes('/live'))
    } finally {
      ahead -= 2 * HOUR
    }
  })

  test('loses its price at the start, and is live without one', async () => {
    const [one] = await saved(game({ commence_time: inHours(1) }))
    await shown(one!.id)
    const bettor = await product.aBettor(admin, 100)
    ahead += 2 * HOUR
    try {
      const refused = await product.place(bettor.token, bet(one!.id))
      expect(refusal(refused)).toEqual([409, 'odds_changed'])
      await until(async () => (await shown(one!.id)).odds === undefined)
      expect((await load()).games).toMatchObject([{ id: one!.id, status: 'Live' }])
      // an unchanged list can still be saved, but a price cannot be changed any more
      await saved((await load()).games[0]!)
      expect(refusal(await save([{ ...one, odds: { home_team: 3, away_team: 3 } }]))).toEqual([409, 'fixture_started'])
    } finally {
      ahead -= 2 * HOUR
    }
  })
})

describe('a price is checked on the fixture itself', () => {
  test('so that no bet is struck at one that was changed while the read models stood still', async () => {
    const stage = await startTestProduct({ realBoard: true })
    const boss = await stage.anAdmin(1_000)
    const bettor = await stage.aBettor(boss, 100)
    const body = (list: object[]) => ({ action: 'update-games-of-day', games: list })
    await stage.admin(boss.token, body([game({ commence_time: new Date(Date.now() + HOUR).toISOString() })]))
    const one = await until(async () => {
      const { text } = await stage.call('/api/sports?gamesOfDay=true')
      return Games.parse(JSON.parse(text))[0]
    })
    await stage.stopProjector()
    await stage.services.fixtures.execute(
      one.id,
      { type: 'WithdrawHousePrice' },
      metaBy({ id: boss.user.id, role: 'admin' }),
    )
    expect(refusal(await stage.place(bettor.token, bet(one.id)))).toEqual([409, 'odds_changed'])
    await stage.close()
  })
})

describe('a list', () => {
  test('is refused as a whole if one game is wrong, and writes nothing', async () => {
    const [kept] = await saved(game())
    const before = (await product.events()).length
    const wrong: [object, [number, string]][] = [
      [{ commence_time: inHours(-1) }, [400, 'invalid_request']],
      [{ commence_time: 'tomorrow' }, [400, 'invalid_request']],
      // without a time zone
      [{ commence_time: inHours(2).replace('Z', '') }, [400, 'invalid_request']],
      [{ sport_key: 'soccer_moon_league' }, [404, 'league_missing']],
      [{ away_team: '' }, [400, 'fields_missing']],
      [{ home_team: 'Same', away_team: 'same' }, [400, 'invalid_request']],
      [{ home_team: 'Caf\u00e9', away_team: 'Cafe\u0301' }, [400, 'invalid_request']],
      // a bet on the draw would be a bet on this team
      [{ home_team: 'Draw' }, [400, 'invalid_request']],
      [{ away_team: ' HOME ' }, [400, 'invalid_request']],
      [{ away_team: '\u200b' }, [400, 'invalid_request']],
      [{ away_team: 'Rov\u202eers' }, [400, 'invalid_request']],
      [{ odds: { home_team: 1.01, away_team: 3 } }, [400, 'house_price_invalid']],
      [{ odds: { home_team: 2.123, away_team: 3 } }, [400, 'house_price_invalid']],
      [{ odds: { home_team: 10_000_000_000, away_team: 3 } }, [400, 'house_price_invalid']],
      [{ odds: null }, [400, 'fields_missing']],
      [{ ...kept, home_team: 'Another' }, [400, 'invalid_request']],
      [{ ...kept }, [400, 'game_listed_twice']],
      [{ ...kept, id: 'as-that-one' }, [400, 'game_listed_twice']],
    ]
    for (const [changes, expected] of wrong)
      expect(refusal(await save([kept!, game(), game(changes)]))).toEqual(expected)
    const missing = await product.admin(admin.token, { action: 'update-games-of-day' })
    expect([...refusal(missing), missing.body.error]).toEqual([400, 'games_missing', 'No games to update'])
    expect((await product.events()).length).toBe(before)
    expect((await load()).games.map(({ id }) => id)).toEqual([kept!.id])
  })

  test('keeps its order', async () => {
    const [one, two, three] = await saved(game(), game(), game())
    await saved(three!, one!, two!)
    await until(async () => {
      const ids = (await shownAt(product.origin)).map(({ id }) => id)
      return ids.join() === [three, one, two].map((each) => each!.id).join()
    })
  })

  test('creates each game once, however often it is sent under its key', async () => {
    const key = newId()
    const list = [game(), game()]
    const sent = await Promise.all([save(list, key), save(list, key), save(list, key)])
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await load()).games.map(({ home_team }) => home_team)).toEqual(list.map(({ home_team }) => home_team))
    const listed = (await product.events('FixtureListed')).filter(({ body }) =>
      body.includes(`"${list[0]!.home_team}"`),
    )
    expect(listed).toHaveLength(1)
  })

  test('creates each game once, however often it is sent without a key, at once and after its reply was lost', async () => {
    const list = [game(), game()]
    const sent = await Promise.all([save(list), save(list)])
    expect([...sent, await save(list)].map(({ status }) => status)).toEqual([200, 200, 200])
    const listed = (await product.events('FixtureListed')).filter(({ body }) =>
      list.some(({ home_team }) => body.includes(`"${home_team}"`)),
    )
    expect(listed).toHaveLength(2)
    expect((await load()).games.map(({ home_team }) => home_team)).toEqual(list.map(({ home_team }) => home_team))
    expect((await load()).games.map(({ id }) => id)).toEqual(listed.map(({ stream }) => stream.replace('fixture-', '')))
  })

  test('may add a game like an abandoned one, and the abandoned one at another time', async () => {
    const one = game()
    const [first] = await saved(one)
    const [, later] = await saved(first!, { ...one, commence_time: inHours(4) })
    const abandon = { type: 'AbandonFixture', why: 'cancelled', closedAt: inHours(0) } as const
    const abandoned = await product.services.fixtures.execute(first!.id, abandon, metaBy(FEED))
    expect(abandoned.accepted).toBe(true)
    const { odds_confirmed: _, ...gone } = first!
    const [, , again] = await saved(gone, later!, one)
    expect(new Set([first!.id, later!.id, again!.id]).size).toBe(3)
  })

  test('repeated after another was saved leaves that as it is', async () => {
    const key = newId()
    const list = [game()]
    await save(list, key)
    const [one, two] = await saved((await load()).games[0]!, game())
    expect((await save(list, key)).status).toBe(200)
    expect((await load()).games).toMatchObject([{ id: one!.id }, { id: two!.id, odds_confirmed: true }])
  })

  test('that only changed prices gets the first reply, too, after another was saved', async () => {
    const [one] = await saved(game())
    const at = (price: number) => ({ ...one!, odds: { ...one!.odds!, home_team: price } })
    const shown = async () => (await load()).games.map(({ id, odds }) => [id, odds?.home_team])
    const [repriced, withdrawn, same] = [newId(), newId(), newId()]
    expect((await save([at(3)], repriced)).status).toBe(200)
    expect((await save([{ ...at(3), odds_confirmed: false }], withdrawn)).status).toBe(200)
    expect((await save([at(4)], same)).status).toBe(200)
    expect((await save([at(4)], same)).status).toBe(200)
    const [, two] = await saved(at(5), game())
    const stands = await shown()
    expect(stands).toEqual([
      [one!.id, 5],
      [two!.id, two!.odds?.home_team],
    ])
    expect((await save([at(3)], repriced)).status).toBe(200)
    expect((await save([{ ...at(3), odds_confirmed: false }], withdrawn)).status).toBe(200)
    expect((await save([at(4)], same)).status).toBe(200)
    expect(await shown()).toEqual(stands)
    // and one that only changed a price counts as another list
    const priced = newId()
    const list = [at(5), two!]
    expect((await save(list, priced)).status).toBe(200)
    await saved(at(6), two!)
    expect((await save(list, priced)).status).toBe(200)
    expect(await shown()).toEqual([[one!.id, 6], stands[1]])
  })

  test('that was half saved leaves no price behind: the next one withdraws prices of games in no list', async () => {
    const { fixtures, offer } = product.services
    const [one, kept] = await saved(game(), game())
    const { id } = one!
    // as an api left it that was killed between its writes
    await offer.execute(
      OFFER,
      { type: 'SaveGamesOfTheDay', fixtures: [kept!.id] },
      metaBy({ id: admin.user.id, role: 'admin' }),
    )
    expect((await fixtures.read(id)).price).toBeDefined()
    expect((await saved(kept!)).map((each) => each.id)).toEqual([kept!.id])
    expect((await fixtures.read(id)).price).toBeUndefined()
    expect((await fixtures.read(kept!.id)).price).toBeDefined()
  })

  test('is saved before its prices are, so that none stands on a game in no list', async () => {
    const [one] = await saved(game())
    const all = await product.events()
    const [list] = all.filter(({ type }) => type === 'GamesOfTheDaySaved').slice(-1)
    const [price] = all.filter(({ type, stream }) => type === 'HousePriceSet' && stream === `fixture-${one!.id}`)
    expect(all.indexOf(list!)).toBeLessThan(all.indexOf(price!))
  })

  test.each<[how: string, asking: (position: string) => Call]>([
    ['with the position of the save', (position) => ({ headers: { 'x-ledger-position': position } })],
    ['in the session that saved it', () => ({ token: admin.token })],
  ])('is read as it was saved %s, through every api', async (_how, asking) => {
    for (let round = 0; round < 10; round++) {
      const one = game()
      const { body, headers } = await save([one])
      expect(headers.get('x-ledger-position')).toBe(body.position)
      for (const { origin } of [product, elsewhere]) {
        const { text } = await callAt(origin, '/api/sports?gamesOfDay=true', asking(body.position as string))
        expect(Games.parse(JSON.parse(text))).toMatchObject([
          { home_team: one.home_team, odds: { home: 2.1, draw: 3.4, away: 3.6 } },
        ])
      }
    }
  })

  test('is not for bettors, nor is its editor', async () => {
    const bettor = await product.aBettor(admin, 1)
    const body = { action: 'update-games-of-day', games: [] }
    expect(refusal(await product.admin(bettor.token, body))).toEqual([403, 'not_an_admin'])
    const read = await product.call('/api/admin/dashboard?type=games-of-day', { token: bettor.token })
    expect(refusal(read)).toEqual([403, 'not_an_admin'])
  })
})
