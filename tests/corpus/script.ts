// One small history with every event of accounts, bets and games at least once, as they are written now, given as
// commands with ids and times injected: the same bytes on every store. `record.ts` freezes what it makes. Later
// versions of events get scripts and folders of their own, and this one must not change.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { Score } from '#domain/fixture/fixture-values.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { publishOn, sealed } from '#services/odds/testing/published-quotes.ts'

const BEGIN = Date.parse('2026-01-10T12:00:00.000Z')
const MINUTE = 60_000
const PRICES: Record<string, string> = { home: '2.10', draw: '3.40', away: '3.55' }
const LIMITS = { minStakeCents: 10, maxPayoutCents: 1_000_000_000, maxLegs: 20 }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
export const idOf = (name: string) => sha256(name).slice(0, 32)
const instant = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()

type Who =
  | 'setup'
  | 'feed'
  | 'settler'
  | 'transfers'
  | 'sign-up'
  | { account: string; role: 'user' | 'admin' | 'super-admin' }

type Game = {
  readonly providerId: string
  readonly league: string
  readonly home: string
  readonly away: string
  readonly startsAt: string
}

/** What the script leaves to its caller. */
export type Playing = {
  /** Commits to a name, password or reason, given its description. */
  readonly commit: (what: string) => string
  /** Gives a quote, and the hash of a score, with a message of the provider that contains it. */
  readonly priced: (quote: Quote, game: Game) => Quote
  readonly scored: (hash: string, fixture: string, game: Game, score: Score, readAt: string) => string
}

const PLAIN: Playing = { commit: sha256, priced: (quote) => quote, scored: (hash) => hash }

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function playScript(store: EventStore, playing: Partial<Playing> = {}): Promise<void> {
  const { commit, priced, scored } = { ...PLAIN, ...playing }
  const games = new Map<string, Game>()
  let minute = 0
  let number = 0
  const now = () => new Date(BEGIN + minute * MINUTE)
  const { accounts, fixtures, feeds } = createCommands({ store, systemNow: now })

  function metaOf(who: Who, asked: unknown): CommandMeta {
    number += 1
    const actor =
      typeof who === 'string' ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const reason = number % 7 === 0 ? { code: 'by-hand', text: commit(`reason ${number}`) } : null
    return {
      actor,
      session: typeof who === 'string' ? null : sha256(`session of ${who.account}`),
      command: { id: commandId(actor.id, `key ${number}`), hash: hashCommand(asked) },
      correlation: idOf(`correlation ${number}`),
      causation: null,
      at: instant(minute),
      reason,
    }
  }
  async function ask(account: string, who: Who, command: AccountCommand): Promise<void> {
    const outcome = await accounts.execute(idOf(account), command, metaOf(who, command))
    if (!outcome.accepted) throw new Error(`${command.type} of ${account}: ${outcome.refusal.code}`)
  }
  async function happen(fixture: string, command: FixtureCommand, who: Who = 'feed'): Promise<void> {
    const outcome = await fixtures.execute(idOf(fixture), command, metaOf(who, command))
    if (!outcome.accepted) throw new Error(`${command.type} of ${fixture}: ${outcome.refusal.code}`)
  }

  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const cy = { account: 'cy', role: 'user' } as const
  const secrets = (name: string) => ({ username: commit(`name ${name}`), password: commit(`password ${name}`) })

  const deposit = (transfer: string, to: string, amountCents: number, purpose: 'create-user' | 'deposit') =>
    ask('ada', ada, { type: 'Deposit', transfer: idOf(transfer), to: idOf(to), amountCents, purpose })
  const arrives = (transfer: string, sender: string, account: string, into: 'wallet' | 'float', amountCents: number) =>
    ask(account, 'transfers', {
      type: 'ReceiveTransfer',
      transfer: idOf(transfer),
      sender: idOf(sender),
      into,
      amountCents,
      purpose: into === 'wallet' ? 'deposit' : 'withdrawal',
    })
  const list = (fixture: string, league: string, home: string, away: string, startsAt: number) => {
    const game = { providerId: sha256(fixture).slice(32), league, home, away, startsAt: instant(startsAt) }
    games.set(idOf(fixture), game)
    return happen(fixture, { type: 'ListFixture', source: 'feed', ...game })
  }
  const quote = (
    fixture: string,
    selection: 'home' | 'draw' | 'away',
    drawOffered: boolean,
    startsAt: number,
  ): Quote => ({
    fixture: idOf(fixture),
    // the cup had been linked and moved before anybody bet on it
    fixtureVersion: fixture === 'cup' ? 2 : 0,
    league: drawOffered ? 'soccer_epl' : 'basketball_nba',
    startsAt: instant(startsAt),
    ...(minute >= startsAt ? { inPlay: true as const } : {}),
    market: 'h2h',
    selection,
    selectionName: selection === 'draw' ? 'Draw' : `${fixture} ${selection}`,
    ...(drawOffered ? { drawOffered: true as const } : {}),
    odds: PRICES[selection]!,
    bookmaker: 'northbook',
    quotedAt: instant(minute - 1),
    fetchedAt: instant(minute - 1),
    message: sha256(`message ${fixture} ${minute}`),
  })
  /** A quote in another market of the same game. */
  const inMarket = (of: Quote, market: string, selection: string, selectionName: string, point?: string): Quote => {
    const { drawOffered: _, ...rest } = of
    return { ...rest, market, selection, selectionName, ...(point === undefined ? {} : { point }) }
  }
  async function bet(name: string, who: typeof bob | typeof cy, stakeCents: number, offered: Quote[]): Promise<void> {
    const told = offered.map((one) => priced(one, games.get(one.fixture)!))
    const quotes = await sealed(told, instant(minute - 1), publishOn(feeds))
    await ask(who.account, who, {
      type: 'PlaceBet',
      bet: idOf(name),
      stakeCents,
      policy: 'within-10-percent',
      legs: quotes.map((leg) => ({
        fixture: leg.fixture,
        market: leg.market,
        ...(leg.point === undefined ? {} : { point: leg.point }),
        selection: leg.selection,
        selectionName: leg.selectionName,
        seenOdds: leg.odds,
        quote: leg,
        closed: false,
      })),
      limits: LIMITS,
    })
  }
  function ended(fixture: string, home: number, away: number, closed: number, type: 'RecordResult' | 'CorrectResult') {
    const [id, score] = [idOf(fixture), { home, away }]
    const reads = [0, 1].map((read) => {
      const readAt = instant(minute - 2 + read)
      return { readAt, message: scored(sha256(`${fixture} ${minute} ${read}`), id, games.get(id)!, score, readAt) }
    })
    return happen(fixture, { type, score, regulation: score, source: 'feed', reads, closedAt: instant(closed) })
  }
  async function settle(account: string, name: string, ...of: string[]): Promise<void> {
    const outcomes = []
    for (const fixture of of) {
      const outcome = fixtureOutcome(await fixtures.read(idOf(fixture)))
      if (outcome !== null) outcomes.push(outcome)
    }
    const { settled } = await accounts.read(idOf(account))
    const type = settled.has(idOf(name)) ? 'ResettleBet' : 'SettleBet'
    await ask(account, 'settler', { type, bet: idOf(name), outcomes })
  }

  await ask('root', 'setup', {
    type: 'CreateAdmin',
    role: 'super-admin',
    ...secrets('root'),
    openedBy: 'setup',
    floatCents: 0,
  })
  const root = { account: 'root', role: 'super-admin' } as const
  await ask('ada', root, {
    type: 'CreateAdmin',
    role: 'admin',
    ...secrets('ada'),
    openedBy: idOf('root'),
    floatCents: 2_000_000,
  })
  await ask('ada', root, { type: 'SetAdminBalance', floatCents: 1_500_000 })
  minute = 1
  await deposit('first of bob', 'bob', 50_000, 'create-user')
  const receive = {
    transfer: idOf('first of bob'),
    sender: idOf('ada'),
    amountCents: 50_000,
    purpose: 'create-user',
  } as const
  const open = { type: 'OpenAccount', role: 'user', ageAttested: true } as const
  await ask('bob', ada, { ...open, ...secrets('bob'), openedBy: idOf('ada'), welcomeGrantCents: 0, receive })
  await ask('cy', 'sign-up', { ...open, ...secrets('cy'), openedBy: 'sign-up', welcomeGrantCents: 500, receive: null })
  await deposit('to cy', 'cy', 20_000, 'deposit')
  await arrives('to cy', 'ada', 'cy', 'wallet', 20_000)
  await deposit('to nobody', 'nobody', 777, 'deposit')
  await ask('ada', 'transfers', { type: 'ReturnTransfer', transfer: idOf('to nobody') })

  await list('derby', 'soccer_epl', 'Harbour Town', 'Hill City', 60)
  await list('cup', 'soccer_epl', 'North End', 'South End', 90)
  await list('hoops', 'basketball_nba', 'Comets', 'Foxes', 45)
  await list('storm', 'soccer_epl', 'Old Port', 'New Mill', 50)
  await happen('cup', { type: 'LinkProviderId', providerId: 'another-id-of-the-cup' })
  await happen('cup', { type: 'MoveFixture', startsAt: instant(95) })

  minute = 10
  await bet('home win', bob, 1_000, [quote('derby', 'home', true, 60)])
  await bet('draw', cy, 333, [quote('derby', 'draw', true, 60)])
  await bet('treble', bob, 1_234, [
    quote('derby', 'home', true, 60),
    quote('hoops', 'away', false, 45),
    quote('storm', 'home', true, 50),
  ])
  await bet('mixed', cy, 2_500, [quote('derby', 'home', true, 60), quote('cup', 'away', true, 95)])
  await bet('washed out', cy, 50, [quote('storm', 'draw', true, 50)])
  await bet('by hand', bob, 999, [quote('cup', 'home', true, 95)])
  await bet('later', bob, 400, [quote('cup', 'away', true, 95)])
  await bet('quarter line', bob, 600, [
    inMarket(quote('derby', 'home', true, 60), 'spreads', 'home', 'derby home -0.75', '-0.75'),
  ])
  await bet('first quarter', cy, 200, [
    inMarket(quote('hoops', 'away', false, 45), 'totals_q1', 'over', 'Over 45.5', '45.5'),
  ])
  await ask('bob', ada, { type: 'VoidBet', bet: idOf('by hand'), outcomes: [] })
  minute = 20
  await ask('cy', ada, { type: 'BlockUser' })
  await ask('cy', ada, { type: 'UnblockUser' })
  await ask('bob', ada, { type: 'Withdraw', transfer: idOf('payout'), to: idOf('ada'), amountCents: 5_000 })
  await arrives('payout', 'bob', 'ada', 'float', 5_000)

  minute = 160
  await bet('too late', bob, 700, [quote('derby', 'home', true, 60)])
  minute = 170
  await ended('derby', 2, 1, 158, 'RecordResult')
  await ended('hoops', 99, 101, 150, 'RecordResult')
  await happen('storm', { type: 'AbandonFixture', why: 'not-completed', closedAt: instant(169) })
  await settle('bob', 'home win', 'derby')
  await settle('cy', 'draw', 'derby')
  await settle('bob', 'treble', 'derby', 'hoops', 'storm')
  await settle('cy', 'washed out', 'storm')
  await settle('bob', 'too late', 'derby')
  minute = 200
  await ended('cup', 1, 1, 196, 'RecordResult')
  await settle('cy', 'mixed', 'derby', 'cup')
  minute = 230
  await ended('cup', 1, 2, 196, 'CorrectResult')
  await settle('bob', 'later', 'cup')
  await settle('bob', 'quarter line', 'derby')
  await ended('derby', 2, 2, 158, 'CorrectResult')
  minute = 240
  await happen(
    'hoops',
    { type: 'DecideMarket', market: 'totals_q1', selections: [{ selection: 'over', point: '45.5', grade: 'won' }] },
    ada,
  )
  await settle('cy', 'first quarter', 'hoops')
  await settle('bob', 'home win', 'derby')
  await settle('cy', 'draw', 'derby')
  await ask('cy', root, { type: 'VoidBet', bet: idOf('mixed'), outcomes: [] })
  await happen(
    'derby',
    { type: 'CorrectResult', score: { home: 2, away: 2 }, source: 'admin', reads: [], closedAt: instant(158) },
    ada,
  )
  await settle('bob', 'quarter line', 'derby')
}

export const CORPUS_START = { logId: idOf('log of the corpus'), at: new Date(BEGIN) }
