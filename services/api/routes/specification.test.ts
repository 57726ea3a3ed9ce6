// A client that sends exactly the specification's bodies, and accepts only the replies that it describes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newName, type Person, startTestProduct, type TestProduct } from '../testing/product.ts'
import { Amount, Bet, Dashboard, Game, Placed, SignedIn, User } from '../testing/specification.ts'

/** The type in a JSON schema; a null beside it is left out. */
const typesOf = (schema: { type?: string; anyOf?: { type?: string }[] }): string =>
  [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => (type === undefined || type === 'null' ? [] : [type])).join()

describe('a client that sends what the specification says and nothing else', () => {
  const password = 'violet harbour 42'
  let product: TestProduct
  let admin: Person
  const ids: string[] = []
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(1_000)
    for (let n = 0; n < 3; n++) ids.push(product.newGame())
  })
  afterAll(() => product.close())

  const send = async <Answer>(answer: z.ZodType<Answer>, path: string, token: string | null, body?: object) => {
    const { status, text } = await product.call(path, body === undefined ? { token } : { token, body })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return answer.parse(JSON.parse(text))
  }
  const auth = <Answer>(answer: z.ZodType<Answer>, body: object, token: string | null = null) =>
    send(answer, '/api/auth/auth', token, body)
  const act = <Answer>(answer: z.ZodType<Answer>, body: object) =>
    send(answer, '/api/admin/dashboard', admin.token, body)

  async function signUp() {
    const username = newName()
    const { user, token } = await auth(SignedIn, { action: 'signup', username, password })
    return { ...user, token }
  }
  async function aBettor(amountToAdd: number) {
    const bettor = await signUp()
    await act(z.object({ adminBalance: Amount }), {
      action: 'updateBalance',
      userId: bettor.id,
      amountToAdd,
      balanceType: 'deposit',
    })
    return bettor
  }
  const game = async (id: string) => {
    const games = await send(z.array(Game), `/api/sports/soccer_epl?endpoint=events`, null)
    return games.find((one) => one.id === id)!
  }

  test('reads every balance as text with two decimals', async () => {
    const { text } = await product.call('/openapi.json')
    const described: [path: string, type: unknown][] = []
    const collect = (at: unknown, path: string): void => {
      if (typeof at !== 'object' || at === null) return
      for (const [name, inner] of Object.entries(at)) {
        if (name === 'balance' && path.endsWith('.properties')) described.push([path, typesOf(inner)])
        collect(inner, `${path}.${name}`)
      }
    }
    collect(JSON.parse(text).paths, '')
    expect(described.length).toBeGreaterThan(5)
    expect(described.filter(([, type]) => type !== 'string')).toEqual([])
  })

  test('signs up, in and is told who it is', async () => {
    const { token: first, ...user } = await signUp()
    expect(user).toMatchObject({ balance: '0.00', is_admin: false, is_blocked: false })
    const { username } = user
    const signedIn = await auth(SignedIn, { action: 'signin', username, password })
    expect(signedIn.user).toEqual(user)
    expect(signedIn.token).not.toBe(first)
    const refreshed = await auth(z.strictObject({ user: User }), { action: 'refresh', username }, first)
    expect(refreshed.user).toEqual(user)
  })

  test('asks whether it is an admin', async () => {
    const isAdmin = async (body: object) =>
      (await auth(z.strictObject({ isAdmin: z.boolean() }), { action: 'verify-admin', ...body })).isAdmin
    const { token } = await signUp()
    expect(await isAdmin({ token: admin.token })).toBe(true)
    expect(await isAdmin({ token })).toBe(false)
    expect(await isAdmin({ token: null })).toBe(false)
    expect(await isAdmin({ token: '' })).toBe(false)
    expect(await isAdmin({})).toBe(false)
  })

  test('browses', async () => {
    const Games = z.array(Game)
    expect(await send(Games, '/api/sports?upcoming=true', null)).toHaveLength(3)
    expect(await send(Games, '/api/sports/live', null)).toEqual([])
    expect(await send(Games, '/api/sports/soccer?endpoint=events', null)).toHaveLength(3)
    expect(await send(Games, '/api/sports/soccer_epl?endpoint=events', null)).toHaveLength(3)
    expect(await send(Games, '/api/sports/soccer_epl?endpoint=scores', null)).toHaveLength(3)
    const one = await send(Games, `/api/sports/soccer_epl?endpoint=scores&eventId=${ids[0]}`, null)
    expect(one.map(({ id }) => id)).toEqual([ids[0]])
  })

  test.each([
    ['a number', (odd: number) => odd],
    ['decimal text', (odd: number) => odd.toFixed(2)],
  ])('places a single whose odds are %s, and finds it', async (_what, written) => {
    const { token, username } = await aBettor(50)
    const { id, home_team, away_team, sport_key, commence_time, odds } = await game(ids[0]!)
    const placed = await send(Placed, '/api/bets/place-bet', token, {
      game: `${home_team} vs ${away_team}`,
      bet_type: 'Moneyline',
      is_parlay: false,
      bet_amount: 10,
      odd: written(odds.home),
      potential_win: 10 * odds.home,
      selection: home_team,
      event_id: id,
      sport_key,
      commence_time,
      legs: null,
    })
    expect(placed).toMatchObject({ newBalance: 40, odds: odds.home, potential_win: 21 })
    const [found] = await send(z.array(Bet), '/api/bets/my-bets', token)
    const struck = { eventId: id, selection: home_team, odds: odds.home, price: odds.home, status: 'pending' }
    expect(found).toMatchObject({ id: placed.betId, selection: home_team, bet_type: 'h2h', quote: struck })
    const { user } = await auth(z.strictObject({ user: User }), { action: 'refresh', username }, token)
    expect(user.balance).toBe('40.00')
  })

  test.each<[string, (odds: number) => object]>([
    ['the price', (odds) => ({ price: odds })],
    ['the odds', (odds) => ({ odds })],
    ['the price as text', (odds) => ({ price: String(odds) })],
    ['the odds as text', (odds) => ({ odds: odds.toFixed(2) })],
    ['the odds as text beside the price', (odds) => ({ odds: odds.toFixed(2), price: odds })],
  ])('places a parlay whose legs carry %s', async (_what, written) => {
    const { token } = await aBettor(50)
    const games = await Promise.all(ids.map(game))
    const odd = games.reduce((product, { odds }) => product * odds.home, 1)
    const placed = await send(Placed, '/api/bets/place-bet', token, {
      game: '3-Leg Parlay',
      bet_type: 'parlay',
      is_parlay: true,
      bet_amount: 5,
      odd,
      potential_win: 5 * odd,
      legs: games.map(({ id, sport_key, home_team, away_team, commence_time, odds }) => ({
        eventId: id,
        sport_key,
        gameTitle: `${home_team} vs ${away_team}`,
        marketName: 'Moneyline',
        selection: home_team,
        ...written(odds.home),
        commence_time,
      })),
      selection: null,
      event_id: null,
      sport_key: null,
      commence_time: null,
    })
    expect(placed).toMatchObject({ newBalance: 45, odds: 9.26, potential_win: 46.3 })
    const [found] = await send(z.array(Bet), '/api/bets/my-bets', token)
    expect(found).toMatchObject({ id: placed.betId, game: '3-Leg Parlay', odd: 9.26 })
    expect(found!.legs).toHaveLength(3)
  })

  test('is refused with success false, whatever the reason', async () => {
    const { token } = await aBettor(1)
    const Refused = z.strictObject({ success: z.literal(false), error: z.string().min(1), code: z.string() })
    for (const [sender, status] of [
      [null, 401],
      [admin.token, 400],
      [token, 400],
    ] as const) {
      const reply = await product.call('/api/bets/place-bet', { token: sender, body: {} })
      expect(reply.status).toBe(status)
      Refused.parse(reply.body)
    }
  })

  test('runs the back office', async () => {
    const Done = z.strictObject({ success: z.literal(true), message: z.string().min(1), position: z.string() })
    const [username, adminUsername] = [newName(), newName()]
    await act(z.object({ success: z.literal(true) }), {
      action: 'createUser',
      username,
      password,
      initialBalance: 100,
    })
    await act(z.object({ success: z.literal(true) }), {
      action: 'createUserAsAdmin',
      adminUsername,
      adminPassword: password,
      adminBalance: 20_000,
    })
    expect((await auth(SignedIn, { action: 'signin', username: adminUsername, password })).user).toMatchObject({
      is_admin: true,
      balance: '20000.00',
    })
    const { user } = await auth(SignedIn, { action: 'signin', username, password })
    const before = await send(Dashboard, '/api/admin/dashboard', admin.token)
    expect(before.role).toBe('admin')
    const move = (amountToAdd: number, balanceType: string) =>
      act(z.object({ adminBalance: Amount }), { action: 'updateBalance', userId: user.id, amountToAdd, balanceType })
    expect((await move(20.5, 'deposit')).adminBalance).toBe(before.currentAdminBalance - 20.5)
    expect((await move(-20.5, 'withdraw')).adminBalance).toBe(before.currentAdminBalance)
    await act(Done, { action: 'blockUser', targetUsername: username })
    await act(Done, { action: 'unblockUser', targetUsername: username })
    const after = await send(Dashboard, '/api/admin/dashboard', admin.token)
    expect(after.users.find((one) => one.id === user.id)).toMatchObject({
      username,
      balance: '100.00',
      admin_creator: admin.user.username,
      email: null,
    })
    expect(after.userStats.map((one) => one.username)).toEqual(after.users.map((one) => one.username))
    expect(after.bets.every((one) => one.username !== undefined)).toBe(true)
  })
})
