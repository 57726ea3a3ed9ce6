// A bettor's play limits are set, raised and withdrawn; bets count towards them as they are placed, won, refunded and
// settled again; then the bettor takes a break. Commands with ids and times injected, as in script.ts.
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { scripted, secrets } from './scripted.ts'

const DAY = 24 * 60

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function limitPlay(store: EventStore): Promise<void> {
  /** A Sunday evening in Paris: the next day, and the next week, begin an hour later. */
  const script = scripted(store, { begin: '2026-11-15T22:00:00.000Z' })
  const { at, onAccount } = script
  const onFixture = (fixture: string, command: FixtureCommand) => script.onFixture(fixture, ada, command)

  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const opening = { type: 'CreateAdmin', role: 'admin', openedBy: 'setup', floatCents: 0 } as const
  await onAccount('ada', 'setup', { ...opening, ...secrets('ada') })
  const signUp = { type: 'OpenAccount', role: 'user', openedBy: 'sign-up', ageAttested: true, receive: null } as const
  await onAccount('bob', 'sign-up', { ...signUp, ...secrets('bob'), welcomeGrantCents: 1_000_00 })

  const listGame = async (name: string, startsAt: number) => {
    const game = { source: 'house', providerId: null, league: 'soccer_epl', home: 'Rovers', away: name } as const
    await onFixture(name, { type: 'ListFixture', ...game, startsAt: at(startsAt) })
    await onFixture(name, { type: 'SetHousePrice', home: '2.10', draw: '3.40', away: '3.60' })
  }
  const limits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }
  const bet = (name: string, fixture: string, stakeCents: number, startsAt: number) => {
    const leg = { fixture: idOf(fixture), market: 'h2h', selection: 'home', selectionName: 'Rovers' }
    const times = { startsAt: at(startsAt), quotedAt: at(0), fetchedAt: at(0) }
    const quote = { ...leg, ...times, fixtureVersion: 1, league: 'soccer_epl', drawOffered: true, price: 1 } as const
    return onAccount('bob', bob, {
      type: 'PlaceBet',
      bet: idOf(name),
      stakeCents,
      policy: 'within-10-percent',
      limits,
      legs: [{ ...leg, seenOdds: '2.10', quote: { ...quote, odds: '2.10', bookmaker: 'house' }, closed: false }],
    })
  }
  const limit = (kind: 'stake' | 'loss', period: 'day' | 'week' | 'month', amountCents: number | null) =>
    onAccount('bob', bob, { type: 'SetPlayLimit', kind, period, amountCents })

  await listGame('United', 30)
  await listGame('City', 9 * DAY)
  await bet('before any limit', 'United', 10_00, 30)
  script.now = 5
  await limit('stake', 'day', 30_00)
  await limit('loss', 'week', 50_00)
  await limit('stake', 'month', 200_00)
  await bet('up to the limit', 'City', 20_00, 9 * DAY)
  script.now = 10
  await limit('stake', 'day', 25_00)
  await limit('stake', 'month', null)
  await limit('loss', 'week', 90_00)
  script.now = 20
  await limit('loss', 'week', 50_00)

  // the next day and week, in the same month
  script.now = 70
  await bet('on Monday', 'City', 25_00, 9 * DAY)
  const outcome = (version: number, home: number): FixtureOutcome => ({
    kind: 'result',
    fixture: idOf('United'),
    version,
    closedAt: at(40),
    score: { home, away: 1 },
    regulation: { home, away: 1 },
  })
  script.now = 200
  const result = (home: number) => ({
    score: { home, away: 1 },
    regulation: { home, away: 1 },
    source: 'admin' as const,
    reads: [],
    closedAt: at(40),
  })
  await onFixture('United', { type: 'RecordResult', ...result(2) })
  await onAccount('bob', 'settler', { type: 'SettleBet', bet: idOf('before any limit'), outcomes: [outcome(2, 2)] })
  await onAccount('bob', ada, { type: 'VoidBet', bet: idOf('on Monday'), outcomes: [] })
  await bet('after a void', 'City', 25_00, 9 * DAY)
  script.now = 300
  await onFixture('United', { type: 'CorrectResult', ...result(0) })
  await onAccount('bob', 'settler', { type: 'ResettleBet', bet: idOf('before any limit'), outcomes: [outcome(3, 0)] })

  // there is no monthly limit any more
  script.now = 2 * DAY
  await bet('on Tuesday', 'City', 20_00, 9 * DAY)
  await onAccount('bob', bob, { type: 'TakeBreak', length: '24-hours' })
  script.now = 3 * DAY + 1
  await bet('after the break', 'City', 20, 9 * DAY)
  await onAccount('bob', bob, { type: 'TakeBreak', length: '6-months' })
  script.now = 4 * DAY
  await onAccount('bob', bob, { type: 'TakeBreak', length: 'for-good' })
}
