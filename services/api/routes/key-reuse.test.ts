// An idempotency key stands for one command, whichever action it is, whichever stream it goes to and whichever api it
// comes through. Also tests who may take each action.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { businessDay, daysAfter } from '#domain/calendar/business-day.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandClaims } from '#services/commands/command-claims.ts'
import { commandId } from '#services/commands/command-id.ts'
import { metaBy, SETTLER } from '#services/commands/testing/meta.ts'
import { AdminBody } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { OutcomeUnknown } from '#services/event-store/port.ts'
import { buildServer } from '../server.ts'
import { aFixturePair, type TestPair } from '../testing/fixture-pairs.ts'
import {
  callAt,
  newId,
  newName,
  type Person,
  type Reply,
  single,
  startTestProduct,
  type TestProduct,
  until,
} from '../testing/product.ts'

type Action = AdminBody['action']

let product: TestProduct
let other: Awaited<ReturnType<TestProduct['another']>>
let admin: Person
let bettors: Person[]
/** Each can be decided only once. */
let pairs: TestPair[]
let suspended: string[]
/** Events for which another admin has asked to void a market. */
let waiting: { request: string; eventId: string }[]
/** Ids of a bettor's open requests. */
let asked: string[]
const PAIRS = 32
/** Draws on the treasury that wait, and names of existing admins. */
let draws: string[]
let colleagues: string[]
/** Ids of bettors' empty accounts. */
let empty: string[]
/** Ids of closed accounts. */
let closed: string[]
/** Names of bettors who have a second factor. */
let proven: string[]
let root: Person
/** Two games with a result, and two without; below, two open bets and two settled ones. */
let ended: string[]
let open: string[]
/** Games that are voided, which is possible only once each. */
let running: string[]
/** Games corrected to another score each time. */
let corrected: string[]
let corrections = 1
let openBets: string[]
let settledBets: string[]
beforeAll(async () => {
  let behindMs = 3 * 86_400_000
  product = await startTestProduct({ businessNow: () => new Date(Date.now() - behindMs) })
  other = await product.another()
  admin = await product.anAdmin(0)
  // the admin was created days ago, so that the float has had days without a movement
  behindMs = 0
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  await act({ action: 'updateAdminBalance', targetAdmin: admin.user.username, newBalance: 100_000 }, newId(), root)
  bettors = [await product.aBettor(admin, 1_000), await product.aBettor(admin, 1_000)]
  pairs = await Promise.all(Array.from({ length: PAIRS }, () => aFixturePair(product)))
  suspended = pairs.map(({ oldFixture }) => oldFixture)
  await product.services.pool.query(
    `insert into app.suspended_market (fixture_id, market, reason, since, seen_at)
     select id, 'h2h', 'implausible', now(), now() from unnest($1::text[]) as id`,
    [suspended],
  )
  asked = Array.from({ length: 2 * PAIRS }, newId)
  await product.services.pool.query(
    `insert into app.request (id, account_id, command_id, kind, note, requested_at)
     select id, $2, id, 'closing', '', now() from unnest($1::text[]) as id`,
    [asked, bettors[0]!.user.id],
  )
  colleagues = await someAdmins(PAIRS)
  empty = await Promise.all(Array.from({ length: PAIRS }, anEmptyAccount))
  closed = await Promise.all(Array.from({ length: PAIRS }, aClosedAccount))
  proven = await Promise.all(Array.from({ length: 8 }, aProvenBettor))
  draws = await someDraws(2 * PAIRS)
  // resettling is for super admins, who have no float of their own
  const rich = await product.aBettor(admin, 10_000)
  await act(withdrawal(rich, -10_000), newId(), root)
  const colleague = await product.anAdmin(10)
  waiting = await Promise.all(Array.from({ length: 2 * PAIRS }, () => aVoidThatWaits(colleague)))
  ended = [await aGame(), await aGame()]
  open = [await aGame(), await aGame()]
  corrected = [await aGame(), await aGame()]
  running = await Promise.all(Array.from({ length: PAIRS }, aGame))
  openBets = [await aBet(await aGame()), await aBet(await aGame())]
  settledBets = [await aBet(ended[0]!), await aBet(ended[1]!)]
  for (const event of corrected) await act({ action: 'recordResult', eventId: event, home: 1, away: 0 }, newId())
  for (const [place, event] of ended.entries()) {
    await act({ action: 'recordResult', eventId: event, home: 1, away: 0 }, newId())
    const outcome = fixtureOutcome(await product.services.fixtures.read(event))!
    const command = { type: 'SettleBet', bet: settledBets[place]!, outcomes: [outcome] } as const
    await product.services.accounts.execute(bettors[0]!.user.id, command, asSettler())
  }
})
afterAll(async () => {
  await other.close()
  await product.close()
})

let key: string
beforeEach(() => {
  key = newId()
})

const at =
  (origin: string) =>
  (body: object, under: string, by = admin) =>
    callAt(origin, '/api/admin/dashboard', { token: by.token, body, headers: { 'idempotency-key': under } })
const act = (body: object, under = key, by = admin) => at(product.origin)(body, under, by)
const elsewhere = (body: object, under = key, by = admin) => at(other.origin)(body, under, by)

/** Fixed at the start: a day that was yesterday then remains one without a movement. */
const TODAY = businessDay(new Date().toISOString())
const daysAgo = (days: number) => daysAfter(TODAY, -days)
const asSettler = () => metaBy(SETTLER)

/** A game of the house that has started. */
async function aGame(): Promise<string> {
  const id = newId()
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  const teams = { league: 'soccer_epl', home: `Rovers ${id}`, away: 'Wanderers' }
  const command = { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams } as const
  await product.services.fixtures.execute(id, command, asSettler())
  product.newGame({ id, ...teams })
  return id
}

async function aProvenBettor(): Promise<string> {
  const { user } = await product.aBettor(admin, 0)
  const factor = { type: 'EnableSecondFactor', factor: '1'.repeat(64), recoveryCodes: '2'.repeat(64) } as const
  await product.services.accounts.execute(user.id, factor, metaBy({ id: user.id, role: 'user' }))
  return user.username
}

async function aVoidThatWaits(by: Person) {
  const eventId = newId()
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  const teams = { league: 'soccer_epl', home: 'Rovers', away: 'Wanderers' }
  const listing = { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams } as const
  await product.services.fixtures.execute(eventId, listing, asSettler())
  const command = { type: 'VoidFixture', market: 'h2h' } as const
  const meta = metaBy({ id: by.user.id, role: 'admin' })
  const ask = { type: 'AskSettlement', command, movesCents: 2, aboveCents: 1 } as const
  await product.services.fixtures.execute(eventId, ask, meta)
  return { request: meta.command.id, eventId }
}

async function aBet(event: string): Promise<string> {
  const { status, body } = await product.place(bettors[0]!.token, single(event, 1))
  expect(status).toBe(200)
  await until(() => product.services.reads.bets.accountOf(body.betId as string))
  return body.betId as string
}
const answer = ({ status, body }: Reply) => [status, body.code]
const REUSED = [409, 'key_reused']

const withdrawal = (from: Person, amountToAdd = -1) => ({
  action: 'updateBalance',
  userId: from.user.id,
  amountToAdd,
  balanceType: 'withdraw',
})
const deposit = (to: Person, amountToAdd = 1) => ({ ...withdrawal(to, amountToAdd), balanceType: 'deposit' })
const walletOf = async (person: Person) => (await product.services.accounts.read(person.user.id)).walletCents

const openings = (count: number) =>
  Array.from({ length: count }, async () => {
    const id = newId()
    const secrets = { username: '0'.repeat(64), password: '0'.repeat(64) }
    const opening = { type: 'CreateAdmin', role: 'admin', ...secrets, openedBy: 'setup', floatCents: 0 } as const
    await product.services.accounts.execute(id, opening, metaBy({ id: 'setup', role: 'system' }))
    return id
  })

async function anEmptyAccount(): Promise<string> {
  const id = newId()
  const secrets = { username: '0'.repeat(64), password: '0'.repeat(64) }
  const opening = { type: 'OpenAccount', role: 'user', ...secrets, openedBy: 'sign-up', ageAttested: true } as const
  const meta = metaBy({ id: 'sign-up', role: 'system' })
  await product.services.accounts.execute(id, { ...opening, welcomeGrantCents: 0, receive: null }, meta)
  return id
}

async function aClosedAccount(): Promise<string> {
  const id = await anEmptyAccount()
  const reason = { code: 'by-admin', text: '0'.repeat(64) }
  const meta = { ...metaBy({ id: root.user.id, role: 'super-admin' }), reason }
  await product.services.accounts.execute(id, { type: 'CloseAccount' }, meta)
  return id
}

/** Names of admins who never sign in. */
async function someAdmins(count: number): Promise<string[]> {
  const ids = await Promise.all(openings(count))
  await product.services.pool.query(
    `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
     select id, id, id, '', '', '', 'active', jsonb_build_object('command', id) from unnest($1::text[]) as id`,
    [ids],
  )
  return ids
}

/** Draws beyond the budget, each for a different admin. */
async function someDraws(count: number): Promise<string[]> {
  const by = { id: admin.user.id, role: 'admin' } as const
  const asked = (await Promise.all(openings(count))).map((id) =>
    product.services.treasury.draw(id, 20_000_01, metaBy(by)),
  )
  return (await Promise.all(asked)).map((one) => (one.accepted ? one.waiting!.draw : 'refused'))
}

let floats = 0
const nextFloat = () => ++floats

/** A suspended market, each of a different game. */
const nextSuspended = () => suspended.pop()!

const nextPair = () => {
  const { oldFixture, newFixture } = pairs.pop()!
  return { oldFixture, newFixture }
}

/** Two different commands of each action. */
const samples: Record<Action, () => [object, object]> = {
  updateBalance: () => [withdrawal(bettors[0]!), withdrawal(bettors[1]!)],
  blockUser: () => [
    { action: 'blockUser', targetUsername: bettors[0]!.user.username },
    { action: 'blockUser', targetUsername: bettors[1]!.user.username },
  ],
  unblockUser: () => [
    { action: 'unblockUser', targetUsername: bettors[0]!.user.username },
    { action: 'unblockUser', targetUsername: bettors[1]!.user.username },
  ],
  createUser: () => [
    { action: 'createUser', username: newName(), password: 'a password', initialBalance: 1 },
    { action: 'createUser', username: newName(), password: 'a password', initialBalance: 1 },
  ],
  createUserAsAdmin: () => [
    { action: 'createUserAsAdmin', adminUsername: newName(), adminPassword: 'a password', adminBalance: 1 },
    { action: 'createUserAsAdmin', adminUsername: newName(), adminPassword: 'a password', adminBalance: 1 },
  ],
  createAuditor: () => [
    { action: 'createAuditor', username: newName(), password: 'a password' },
    { action: 'createAuditor', username: newName(), password: 'a password' },
  ],
  updateAdminBalance: () => [
    { action: 'updateAdminBalance', targetAdmin: colleagues[0], newBalance: nextFloat() },
    { action: 'updateAdminBalance', targetAdmin: colleagues[0], newBalance: nextFloat() },
  ],
  removeAdmin: () => [
    { action: 'removeAdmin', adminUsername: colleagues.pop() },
    { action: 'removeAdmin', adminUsername: colleagues.pop() },
  ],
  approveDraw: () => [
    { action: 'approveDraw', drawId: draws.pop()! },
    { action: 'approveDraw', drawId: draws.pop()! },
  ],
  declineDraw: () => [
    { action: 'declineDraw', drawId: draws.pop()! },
    { action: 'declineDraw', drawId: draws.pop()! },
  ],
  joinFixtures: () => [
    { action: 'joinFixtures', ...nextPair() },
    { action: 'joinFixtures', ...nextPair() },
  ],
  releaseMarket: () => [
    { action: 'releaseMarket', eventId: nextSuspended(), market: 'h2h', reason: 'meant' },
    { action: 'releaseMarket', eventId: nextSuspended(), market: 'h2h', reason: 'meant' },
  ],
  decideRequest: () => [
    { action: 'decideRequest', requestId: asked.pop()!, decision: 'done' },
    { action: 'decideRequest', requestId: asked.pop()!, decision: 'done' },
  ],
  endSessions: () => [
    { action: 'endSessions', targetUsername: bettors[0]!.user.username },
    { action: 'endSessions', targetUsername: bettors[1]!.user.username },
  ],
  removeSecondFactor: () => [
    { action: 'removeSecondFactor', targetUsername: proven.pop() },
    { action: 'removeSecondFactor', targetUsername: proven.pop() },
  ],
  keepFixturesApart: () => [
    { action: 'keepFixturesApart', ...nextPair(), reason: 'two games' },
    { action: 'keepFixturesApart', ...nextPair(), reason: 'two games' },
  ],
  changePassword: () => [
    { action: 'changePassword', username: bettors[0]!.user.username, newPassword: 'another password' },
    { action: 'changePassword', username: bettors[1]!.user.username, newPassword: 'another password' },
  ],
  closeAccount: () => [
    { action: 'closeAccount', userId: empty.pop(), reason: 'Asked for it by letter' },
    { action: 'closeAccount', userId: empty.pop(), reason: 'Asked for it by letter' },
  ],
  erasePersonalData: () => [
    { action: 'erasePersonalData', userId: closed.pop(), reason: 'Asked for it by letter' },
    { action: 'erasePersonalData', userId: closed.pop(), reason: 'Asked for it by letter' },
  ],
  setBetCaps: () => [
    { action: 'setBetCaps', userId: bettors[0]!.user.id, maxStake: 1_000, maxPayout: null },
    { action: 'setBetCaps', userId: bettors[1]!.user.id, maxStake: 1_000, maxPayout: null },
  ],
  addNote: () => [
    { action: 'addNote', userId: bettors[0]!.user.id, text: 'called' },
    { action: 'addNote', userId: bettors[0]!.user.id, text: 'called again' },
  ],
  'update-games-of-day': () => [savedGames(), savedGames()],
  blacklist: () => [
    { action: 'blacklist', leagueKey: 'basketball_nba' },
    { action: 'blacklist', leagueKey: 'icehockey_nhl' },
  ],
  unblacklist: () => [
    { action: 'unblacklist', leagueKey: 'basketball_nba' },
    { action: 'unblacklist', leagueKey: 'icehockey_nhl' },
  ],
  recordResult: () => [
    { action: 'recordResult', eventId: ended[0], home: 1, away: 0 },
    { action: 'recordResult', eventId: ended[1], home: 1, away: 0 },
  ],
  correctResult: () => [
    { action: 'correctResult', eventId: corrected[0], home: ++corrections, away: 0 },
    { action: 'correctResult', eventId: corrected[1], home: corrections, away: 0 },
  ],
  abandonFixture: () => [
    { action: 'abandonFixture', eventId: running.pop() },
    { action: 'abandonFixture', eventId: running.pop() },
  ],
  decideMarket: () => [
    { action: 'decideMarket', eventId: ended[0], market: 'h2h', selections: [{ selection: 'home', grade: 'won' }] },
    { action: 'decideMarket', eventId: ended[1], market: 'h2h', selections: [{ selection: 'home', grade: 'won' }] },
  ],
  voidMarket: () => [
    { action: 'voidMarket', eventId: running.pop(), market: 'h2h' },
    { action: 'voidMarket', eventId: running.pop(), market: 'h2h' },
  ],
  voidEvent: () => [
    { action: 'voidEvent', eventId: running.pop() },
    { action: 'voidEvent', eventId: running.pop() },
  ],
  approveSettlement: () => [
    { action: 'approveSettlement', ...waiting.pop() },
    { action: 'approveSettlement', ...waiting.pop() },
  ],
  declineSettlement: () => [
    { action: 'declineSettlement', ...waiting.pop() },
    { action: 'declineSettlement', ...waiting.pop() },
  ],
  changeSettings: () => [
    { action: 'changeSettings', settings: { 'max-payout': 10_000_000 }, reason: 'as it was' },
    { action: 'changeSettings', settings: { 'goodwill-per-day': 100 }, reason: 'as it was' },
  ],
  payGoodwill: () => [
    { action: 'payGoodwill', userId: bettors[0]!.user.id, amount: 0.01, reason: 'sorry' },
    { action: 'payGoodwill', userId: bettors[1]!.user.id, amount: 0.01, reason: 'sorry' },
  ],
  closeDay: () => [
    { action: 'closeDay', day: daysAgo(1), closing: 0 },
    { action: 'closeDay', day: daysAgo(2), closing: 0 },
  ],
  stopBetting: () => [
    { action: 'stopBetting', eventId: open[0], reason: 'a doubt' },
    { action: 'stopBetting', eventId: open[1], reason: 'a doubt' },
  ],
  resumeBetting: () => [
    { action: 'resumeBetting', eventId: open[0], reason: 'no doubt' },
    { action: 'resumeBetting', eventId: open[1], reason: 'no doubt' },
  ],
  voidBet: () => [
    { action: 'voidBet', betId: openBets[0] },
    { action: 'voidBet', betId: openBets[1] },
  ],
  resettleBet: () => [
    { action: 'resettleBet', betId: settledBets[0] },
    { action: 'resettleBet', betId: settledBets[1] },
  ],
}
const BY_SUPER_ADMINS: ReadonlySet<Action> = new Set<Action>([
  'approveDraw',
  'createAuditor',
  'changeSettings',
  'closeAccount',
  'declineDraw',
  'erasePersonalData',
  'removeSecondFactor',
  'resettleBet',
])
let saves = 0
function savedGames() {
  saves += 1
  const game = {
    id: null,
    sport_key: 'soccer_epl',
    home_team: `Home ${saves}`,
    away_team: `Away ${saves}`,
    commence_time: new Date(Date.now() + 3_600_000).toISOString(),
    odds: { home_team: 2, away_team: 2 },
    odds_confirmed: true,
  }
  return { action: 'update-games-of-day', games: [game] }
}
const actions = Object.keys(samples) as Action[]

test('the samples cover every action', () => {
  const known = AdminBody.options.map(({ shape }) => shape.action.value)
  expect(actions.toSorted()).toEqual(known.toSorted())
})

describe('by hand, whatever the screens offer', () => {
  test.each(actions)('%s is refused to bettors, and done for super admins', async (action) => {
    const [body] = samples[action]()
    expect(answer(await act(body, newId(), bettors[1]!))).toEqual([403, 'not_an_admin'])
    if (BY_SUPER_ADMINS.has(action))
      expect(answer(await act(body, newId(), admin))).toEqual([403, 'super_admin_required'])
    expect(answer(await act(body, newId(), root))).toEqual([200, undefined])
  })
})

describe('a used key', () => {
  /** A command of each action that has not been sent under any key. Refusing it does not use it up. */
  let fresh: Map<Action, object>
  beforeAll(() => {
    fresh = new Map(actions.map((action) => [action, samples[action]()[1]]))
  })

  const ofAdmins = actions.filter((action) => !BY_SUPER_ADMINS.has(action))
  test.each([
    ...ofAdmins.map((one) => [one, 'an admin', ofAdmins] as const),
    ...actions.map((one) => [one, 'a super admin', actions] as const),
  ])('for %s by %s is refused for whatever else that one may do', async (one, role, others) => {
    const by = role === 'an admin' ? admin : root
    const [first] = samples[one]()
    const done = await act(first, key, by)
    expect(done.status).toBe(200)
    for (const two of others) {
      const second = fresh.get(two)!
      expect(answer(await elsewhere(second, key, by)), two).toEqual(REUSED)
      expect(answer(await act(second, key, by)), two).toEqual(REUSED)
    }
    // the first command still gets its first reply, from any api
    const again = await elsewhere(first, key, by)
    expect([again.status, again.body.userId, again.body.adminBalance]).toEqual([
      200,
      done.body.userId,
      done.body.adminBalance,
    ])
  })

  test.each(actions)('%s, refused under the keys of all others, succeeds under its own', async (action) => {
    const by = BY_SUPER_ADMINS.has(action) ? root : admin
    expect(answer(await act(fresh.get(action)!, newId(), by))).toEqual([200, undefined])
  })

  test('is refused for a withdrawal after a deposit, which is on the admin’s own stream', async () => {
    expect((await act(deposit(bettors[0]!))).status).toBe(200)
    expect(answer(await act(withdrawal(bettors[0]!)))).toEqual(REUSED)
    expect(answer(await elsewhere(withdrawal(bettors[1]!)))).toEqual(REUSED)
  })

  test('is refused for another answer to the same request', async () => {
    const answered = (text?: string) => ({ ...first, answer: text })
    const first = { action: 'decideRequest', requestId: asked.pop()!, decision: 'done' }
    expect((await act(answered('Paid today.'))).status).toBe(200)
    expect(answer(await act(answered('Paid tomorrow.')))).toEqual(REUSED)
    expect(answer(await elsewhere(answered()))).toEqual(REUSED)
    expect((await elsewhere(answered(' Paid today. '))).status).toBe(200)
  })

  test('of another admin is independent', async () => {
    const colleague = await product.anAdmin(10)
    expect((await act(withdrawal(bettors[0]!))).status).toBe(200)
    const { status } = await product.admin(colleague.token, withdrawal(bettors[1]!), {
      headers: { 'idempotency-key': key },
    })
    expect(status).toBe(200)
  })
})

describe('a key under which a command was refused', () => {
  test.each<[string, () => object, string]>([
    ['a withdrawal', () => withdrawal(bettors[0]!, -1_000_000), 'balance_too_small'],
    ['a deposit', () => deposit(bettors[0]!, 1_000_000), 'float_too_small'],
    [
      'a name that is taken',
      () => ({ ...samples.createUser()[0], username: bettors[0]!.user.username }),
      'username_taken',
    ],
    ['too large a first balance', () => ({ ...samples.createUser()[0], initialBalance: 1_000_000 }), 'float_too_small'],
    ['a block of oneself', () => ({ action: 'blockUser', targetUsername: admin.user.username }), 'own_account'],
  ])('%s is free for another command', async (_what, body, code) => {
    expect(answer(await act(body()))).toEqual([expect.any(Number), code])
    expect((await elsewhere(withdrawal(bettors[1]!))).status).toBe(200)
    expect(answer(await act(deposit(bettors[1]!)))).toEqual(REUSED)
  })
})

class PowerCut extends Error {}

describe('a command that was interrupted', () => {
  const hold: CommandClaims['hold'] = (command, attempt) => product.services.commandClaims.hold(command, attempt)

  /** Sends a request to an api with broken parts, which dies at that point. */
  async function dying(broken: Partial<TestProduct['services']>, body: object): Promise<Reply> {
    const settings = { ...product.services.settings, LOG_LEVEL: 'silent' as const }
    const server = await buildServer({ ...product.services, settings, ...broken })
    const reply = await at(await server.listen({ host: '127.0.0.1', port: 0 }))(body, key)
    await server.close()
    return reply
  }

  test.each<[string, Partial<CommandClaims>, number]>([
    ['before it was sent', { hold: (command) => hold(command, () => Promise.reject(new PowerCut())) as never }, 0],
    [
      'after it was sent',
      {
        hold: (command, attempt) =>
          hold(command, async () => {
            await attempt()
            throw new PowerCut()
          }) as never,
      },
      100,
    ],
  ])('%s passes when it comes again, and no other does', async (_when, broken, moved) => {
    const before = await walletOf(bettors[0]!)
    const cut = await dying(
      { commandClaims: { ...product.services.commandClaims, ...broken } },
      withdrawal(bettors[0]!),
    )
    expect(cut.status).toBe(500)
    expect(await walletOf(bettors[0]!)).toBe(before - moved)
    expect(answer(await elsewhere(withdrawal(bettors[1]!)))).toEqual(REUSED)
    expect((await act(withdrawal(bettors[0]!))).status).toBe(200)
    expect(await walletOf(bettors[0]!)).toBe(before - 100)
  })

  test('with an unknown outcome keeps its key', async () => {
    const withdraw = () => Promise.reject(new OutcomeUnknown('lost'))
    const lost = await dying({ transfers: { ...product.services.transfers, withdraw } }, withdrawal(bettors[0]!))
    expect(answer(lost)).toEqual([504, 'outcome_unknown'])
    expect(answer(await elsewhere(withdrawal(bettors[1]!)))).toEqual(REUSED)
    expect((await elsewhere(withdrawal(bettors[0]!))).status).toBe(200)
  })
})

describe('strangers who sign up under one key', () => {
  const signUp = (username: string, password = 'harbour tide') =>
    callAt(product.origin, '/api/auth/auth', {
      body: { action: 'signup', username, password, adult: true },
      headers: { 'idempotency-key': key },
    })

  test('get an account each', async () => {
    const names = [newName(), newName(), newName()]
    const replies = await Promise.all([...names, ...names].map((name) => signUp(name)))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(replies.map(({ body }) => (body.user as Person['user']).id)).size).toBe(3)
  })

  test('learn nothing of each other, and get no token without the password', async () => {
    const name = newName()
    expect((await signUp(name)).status).toBe(200)
    expect(answer(await signUp(name, 'another tide'))).toEqual(REUSED)
    key = newId()
    expect(answer(await signUp(name))).toEqual([409, 'username_taken'])
  })

  test('learn nothing about the key of somebody whose name looks like theirs', async () => {
    const name = newName().replace('person', 'coco')
    const lookalike = name.replace('coco', '\u0441\u043e\u0441\u043e')
    expect((await signUp(name)).status).toBe(200)
    const { status, body } = await signUp(lookalike)
    const fresh = newId()
    const told = [status, body.code, body.error]
    key = fresh
    const again = await signUp(lookalike)
    expect(told).toEqual([again.status, again.body.code, again.body.error])
    expect(told[1]).not.toBe('key_reused')
  })

  test('leave nothing in the ledger that a guessed name could be compared with', async () => {
    const name = newName()
    const { body } = await signUp(name)
    const { id } = body.user as Person['user']
    const [opened] = (await product.events('AccountOpened')).filter(({ stream }) => stream.endsWith(id))
    const guesses = ['sign-up', `sign-up ${name}`, name].map((actor) => commandId(actor, key))
    expect(guesses).not.toContain(decodeBody(opened!.body).meta.command.id)
  })
})

const REFUSALS = ['key_reused', 'balance_too_small', 'float_too_small']

// Whatever is requested under the same few keys, concurrently and in sequence, through two apis: each key does one
// thing.
test('law: a key does one thing', async () => {
  const bettor = fc.nat(1)
  const command = fc.oneof(
    fc.record({
      kind: fc.constantFrom('withdraw' as const, 'deposit' as const),
      bettor,
      euros: fc.constantFrom(1, 2, 1_000_000),
    }),
    fc.record({ kind: fc.constantFrom('blockUser' as const, 'unblockUser' as const), bettor }),
  )
  type Sent = { command: typeof command extends fc.Arbitrary<infer Value> ? Value : never; under: string; reply: Reply }
  const bodyOf = (one: Sent['command']): object => {
    const person = bettors[one.bettor]!
    if ('euros' in one) return one.kind === 'deposit' ? deposit(person, one.euros) : withdrawal(person, -one.euros)
    return { action: one.kind, targetUsername: person.user.username }
  }
  const request = fc.record({ command, key: fc.nat(1), api: fc.nat(1) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(request, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (waves) => {
        const keys = [newId(), newId()]
        const before = await Promise.all(bettors.map(walletOf))
        const all: Sent[] = []
        for (const wave of waves) {
          const sent = wave.map(async (one): Promise<Sent> => {
            const under = keys[one.key]!
            return { command: one.command, under, reply: await [act, elsewhere][one.api]!(bodyOf(one.command), under) }
          })
          const replies = await Promise.all(sent)
          for (const { command, under, reply } of replies) {
            const earlier = all.find((one) => one.under === under && one.reply.status === 200)
            // a command done under this key gets its reply again, and everything else is refused for it
            if (earlier !== undefined)
              expect(reply.status === 200).toBe(JSON.stringify(earlier.command) === JSON.stringify(command))
            if (reply.status !== 200) expect(REFUSALS).toContain(reply.body.code)
          }
          all.push(...replies)
        }
        const done = new Map<string, Sent['command']>()
        for (const { command, under, reply } of all) {
          if (reply.status !== 200) continue
          expect(done.get(under) ?? command, reply.text).toEqual(command)
          done.set(under, command)
        }
        const moved = bettors.map(() => 0)
        for (const one of done.values())
          if ('euros' in one) moved[one.bettor]! += (one.kind === 'deposit' ? 100 : -100) * one.euros
        expect(await Promise.all(bettors.map(walletOf))).toEqual(before.map((cents, index) => cents + moved[index]!))
      },
    ),
    { numRuns: 25 },
  )
  // in the log, too, a command's id stands for one request
  const hashes = new Map<string, string>()
  for (const { body } of await product.events()) {
    const { actor, command } = decodeBody(body).meta
    if (actor.id !== admin.user.id) continue
    expect(hashes.get(command.id) ?? command.hash).toBe(command.hash)
    hashes.set(command.id, command.hash)
  }
})
