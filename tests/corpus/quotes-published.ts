// A small life of the ledger in which quotes are published before they are bet on: batches of several sizes in two leagues on
// two days, and bets on prices that are fresh, that a later poll confirmed, and that have a line. Commands with ids and times
// injected, as in script.ts; this one stays as it is.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { publishOn, sealed } from '#services/odds/testing/published-quotes.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-01-10T23:30:00.000Z')
const MINUTE = 60_000
const LIMITS = { minStakeCents: 10, maxPayoutCents: 1_000_000_000, maxLegs: 20 }
/** What is offered of each game: market, line, selection, its name, odds. */
const OFFERS = [
  ['h2h', null, 'home', 'home', '2.10'],
  ['h2h', null, 'draw', 'Draw', '3.40'],
  ['h2h', null, 'away', 'away', '3.55'],
  ['totals', '2.5', 'over', 'Over 2.5', '1.95'],
  ['totals', '2.5', 'under', 'Under 2.5', '1.90'],
] as const

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const instant = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()

type Who = 'setup' | 'feed' | 'settler' | 'sign-up' | { account: string; role: 'user' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function publishQuotes(store: EventStore): Promise<void> {
  let minute = 0
  let number = 0
  const { accounts, fixtures, feeds } = createCommands({ store, systemNow: () => new Date(instant(minute)) })

  function metaOf(who: Who, asked: unknown): CommandMeta {
    number += 1
    const actor =
      typeof who === 'string' ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${number}`)
    const session = typeof who === 'string' ? null : sha256(`session of ${who.account}`)
    const command = { id, hash: hashCommand(asked) }
    return { actor, session, command, correlation: id, causation: null, at: instant(minute), reason: null }
  }
  async function ask(account: string, who: Who, command: AccountCommand): Promise<void> {
    const outcome = await accounts.execute(idOf(account), command, metaOf(who, command))
    if (!outcome.accepted) throw new Error(`${command.type} of ${account}: ${outcome.refusal.code}`)
  }
  async function happen(fixture: string, command: FixtureCommand): Promise<void> {
    const outcome = await fixtures.execute(idOf(fixture), command, metaOf('feed', command))
    if (!outcome.accepted) throw new Error(`${command.type} of ${fixture}: ${outcome.refusal.code}`)
  }
  const list = (fixture: string, league: string) =>
    happen(fixture, {
      type: 'ListFixture',
      source: 'feed',
      providerId: sha256(fixture).slice(32),
      league,
      home: `${fixture} home`,
      away: `${fixture} away`,
      startsAt: instant(90),
    })
  const offersOf = (fixture: string, league: string): Quote[] =>
    OFFERS.filter(([market, , selection]) => league === 'soccer_epl' || (market === 'h2h' && selection !== 'draw')).map(
      ([market, point, selection, name, odds]) => ({
        fixture: idOf(fixture),
        fixtureVersion: 0,
        league,
        startsAt: instant(90),
        market,
        ...(point === null ? {} : { point }),
        selection,
        selectionName: market === 'h2h' && selection !== 'draw' ? `${fixture} ${name}` : name,
        ...(market === 'h2h' && league === 'soccer_epl' ? { drawOffered: true as const } : {}),
        odds,
        bookmaker: 'northbook',
        quotedAt: instant(minute),
        fetchedAt: instant(minute),
        message: sha256(`message ${fixture} ${minute}`),
      }),
    )
  const publish = (quotes: Quote[]) => sealed(quotes, instant(minute), publishOn(feeds))
  const confirmed = (quote: Quote): Quote => ({ ...quote, fetchedAt: instant(minute) })
  const bob = { account: 'bob', role: 'user' } as const
  const bet = (name: string, stakeCents: number, quotes: readonly Quote[]) =>
    ask('bob', bob, {
      type: 'PlaceBet',
      bet: idOf(name),
      stakeCents,
      policy: 'within-10-percent',
      legs: quotes.map((quote) => {
        const { fixture, market, point, selection, selectionName, odds: seenOdds } = quote
        const leg = { fixture, market, selection, selectionName, seenOdds, quote, closed: false }
        return point === undefined ? leg : { ...leg, point }
      }),
      limits: LIMITS,
    })

  await ask('bob', 'sign-up', {
    type: 'OpenAccount',
    role: 'user',
    ageAttested: true,
    username: sha256('name bob'),
    password: sha256('password bob'),
    openedBy: 'sign-up',
    welcomeGrantCents: 100_000,
    receive: null,
  })
  await list('derby', 'soccer_epl')
  await list('cup', 'soccer_epl')
  await list('hoops', 'basketball_nba')
  minute = 10
  const [home, , , over] = (await publish([...offersOf('derby', 'soccer_epl'), ...offersOf('cup', 'soccer_epl')])) as [
    Quote,
    Quote,
    Quote,
    Quote,
  ]
  const [hoops] = (await publish(offersOf('hoops', 'basketball_nba'))) as [Quote]
  await bet('single', 1_000, [home])
  minute = 20
  await bet('confirmed, with a line', 333, [confirmed(over)])
  minute = 25
  const [moved] = (await publish([{ ...offersOf('derby', 'soccer_epl')[0]!, odds: '2.25' }])) as [Quote]
  await bet('parlay', 500, [moved, confirmed(hoops)])
  minute = 40
  const cup = await publish(offersOf('cup', 'soccer_epl'))
  await bet('after midnight', 700, [cup[4]!])
  await bet('after midnight, published before', 50, [confirmed(home)])
  minute = 230
  for (const [fixture, score] of [
    ['derby', { home: 2, away: 1 }],
    ['cup', { home: 0, away: 0 }],
    ['hoops', { home: 99, away: 101 }],
  ] as const) {
    const reads = [0, 1].map((read) => ({
      readAt: instant(minute - 2 + read),
      message: sha256(`score ${fixture} ${read}`),
    }))
    const result = { score, regulation: score, source: 'feed', reads, closedAt: instant(200) } as const
    await happen(fixture, { type: 'RecordResult', ...result })
  }
  for (const [name, ...of] of [
    ['single', 'derby'],
    ['confirmed, with a line', 'derby'],
    ['parlay', 'derby', 'hoops'],
    ['after midnight', 'cup'],
  ] as const) {
    const outcomes = []
    for (const fixture of of) outcomes.push(fixtureOutcome(await fixtures.read(idOf(fixture)))!)
    await ask('bob', 'settler', { type: 'SettleBet', bet: idOf(name), outcomes })
  }
}
