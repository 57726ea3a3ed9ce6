// A small history in which quotes are published before they are bet on: batches of several sizes in two leagues on two
// days, and bets at prices that are fresh, that a later poll confirmed, and that have a line. Commands with ids and
// times injected, as in script.ts; like that, it must not change any more.
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { publishOn, sealed } from '#services/odds/testing/published-quotes.ts'
import { idOf } from './script.ts'
import { scripted, secrets, sha256 } from './scripted.ts'

const LIMITS = { minStakeCents: 10, maxPayoutCents: 1_000_000_000, maxLegs: 20 }
/** What is offered on each game: market, line, selection, its name, odds. */
const OFFERS = [
  ['h2h', null, 'home', 'home', '2.10'],
  ['h2h', null, 'draw', 'Draw', '3.40'],
  ['h2h', null, 'away', 'away', '3.55'],
  ['totals', '2.5', 'over', 'Over 2.5', '1.95'],
  ['totals', '2.5', 'under', 'Under 2.5', '1.90'],
] as const

/**
 * Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. One of its bets is struck at
 * a price of half an hour before.
 */
export const publishQuotes = (store: EventStore): Promise<void> => play(store, 10)

/** The same with prices that were all fresh when they were bet on. */
export const publishFreshQuotes = (store: EventStore): Promise<void> => play(store, 29)

/** `beforeMidnight`: when the last price before midnight was published. */
async function play(store: EventStore, beforeMidnight: number): Promise<void> {
  const script = scripted(store, { begin: '2026-01-10T23:30:00.000Z' })
  const { at: instant, onAccount: ask } = script
  const { fixtures, feeds } = script.commands
  const happen = (fixture: string, command: FixtureCommand) => script.onFixture(fixture, 'feed', command)
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
        quotedAt: instant(script.now),
        fetchedAt: instant(script.now),
        message: sha256(`message ${fixture} ${script.now}`),
      }),
    )
  const publish = (quotes: Quote[]) => sealed(quotes, instant(script.now), publishOn(feeds))
  const confirmed = (quote: Quote): Quote => ({ ...quote, fetchedAt: instant(script.now) })
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
    ...secrets('bob'),
    openedBy: 'sign-up',
    welcomeGrantCents: 100_000,
    receive: null,
  })
  await list('derby', 'soccer_epl')
  await list('cup', 'soccer_epl')
  await list('hoops', 'basketball_nba')
  script.now = 10
  const [home, , , over] = (await publish([...offersOf('derby', 'soccer_epl'), ...offersOf('cup', 'soccer_epl')])) as [
    Quote,
    Quote,
    Quote,
    Quote,
  ]
  const [hoops] = (await publish(offersOf('hoops', 'basketball_nba'))) as [Quote]
  await bet('single', 1_000, [home])
  script.now = 20
  await bet('confirmed, with a line', 333, [confirmed(over)])
  script.now = 25
  const [moved] = (await publish([{ ...offersOf('derby', 'soccer_epl')[0]!, odds: '2.25' }])) as [Quote]
  await bet('parlay', 500, [moved, confirmed(hoops)])
  script.now = beforeMidnight
  const [last] = beforeMidnight === 10 ? [home] : ((await publish([offersOf('derby', 'soccer_epl')[0]!])) as [Quote])
  script.now = 40
  const cup = await publish(offersOf('cup', 'soccer_epl'))
  await bet('after midnight', 700, [cup[4]!])
  await bet('after midnight, published before', 50, [confirmed(last)])
  script.now = 230
  for (const [fixture, score] of [
    ['derby', { home: 2, away: 1 }],
    ['cup', { home: 0, away: 0 }],
    ['hoops', { home: 99, away: 101 }],
  ] as const) {
    const reads = [0, 1].map((read) => ({
      readAt: instant(script.now - 2 + read),
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
