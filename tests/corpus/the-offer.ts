// What the house offers: a league is hidden and shown again, games of the house get prices, bets are placed at them,
// the games of the day are saved. Commands with ids and times injected, as in script.ts.
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { OfferCommand } from '#domain/offer/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { scripted, secrets } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function changeTheOffer(store: EventStore): Promise<void> {
  const script = scripted(store, { begin: '2026-11-15T12:00:00.000Z' })
  const { at, onAccount } = script
  const onFixture = (fixture: string, command: FixtureCommand) => script.onFixture(fixture, ada, command)
  const onOffer = (command: OfferCommand) => script.onOffer(ada, command)

  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  await onAccount('ada', 'setup', {
    type: 'CreateAdmin',
    role: 'admin',
    ...secrets('ada'),
    openedBy: 'setup',
    floatCents: 0,
  })
  await onAccount('bob', 'sign-up', {
    type: 'OpenAccount',
    role: 'user',
    ...secrets('bob'),
    openedBy: 'sign-up',
    ageAttested: true,
    welcomeGrantCents: 100_00,
    receive: null,
  })

  const game = (home: string, away: string, startsAt: string) =>
    ({ type: 'ListFixture', source: 'house', providerId: null, league: 'soccer_epl', home, away, startsAt }) as const
  script.now = 1
  await onOffer({ type: 'SaveGamesOfTheDay', fixtures: [] })
  await onFixture('cup', game('Rovers', 'Wanderers', at(600)))
  await onFixture('derby', game('United', 'City', at(700)))
  await onFixture('cup', { type: 'SetHousePrice', home: '2.10', draw: '3.40', away: '3.60' })
  await onFixture('derby', { type: 'SetHousePrice', home: '1.80', away: '2.05' })
  await onOffer({ type: 'SaveGamesOfTheDay', fixtures: [idOf('derby'), idOf('cup')] })

  script.now = 5
  const limits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }
  const picks = [
    { fixture: 'cup', fixtureVersion: 1, startsAt: at(600), name: 'Draw', selection: 'draw', odds: '3.40', price: 1 },
    { fixture: 'derby', fixtureVersion: 1, startsAt: at(700), name: 'City', selection: 'away', odds: '2.05', price: 1 },
  ] as const
  for (const [bet, legs] of [
    ['single', [picks[0]]],
    ['double', picks],
  ] as const) {
    await onAccount('bob', bob, {
      type: 'PlaceBet',
      bet: idOf(bet),
      stakeCents: 500,
      policy: 'within-10-percent',
      limits,
      legs: legs.map(({ name, odds, fixture, ...pick }) => {
        const leg = { fixture: idOf(fixture), market: 'h2h', selection: pick.selection, selectionName: name }
        const quote = {
          ...leg,
          fixtureVersion: pick.fixtureVersion,
          league: 'soccer_epl',
          startsAt: pick.startsAt,
          ...(fixture === 'cup' ? ({ drawOffered: true } as const) : {}),
          odds,
          bookmaker: 'house',
          quotedAt: at(1),
          fetchedAt: at(1),
          price: pick.price,
        }
        return { ...leg, seenOdds: odds, quote, closed: false }
      }),
    })
  }

  script.now = 10
  await onFixture('cup', { type: 'SetHousePrice', home: '2.20', draw: '3.30', away: '3.40' })
  await onFixture('derby', { type: 'WithdrawHousePrice' })
  await onOffer({ type: 'SaveGamesOfTheDay', fixtures: [idOf('cup')] })
  await onOffer({ type: 'BlacklistLeague', league: 'soccer_epl' })
  await onOffer({ type: 'BlacklistLeague', league: 'basketball_nba' })
  script.now = 20
  await onOffer({ type: 'UnblacklistLeague', league: 'soccer_epl' })
}
