// What admins do about bettors: bets are capped by stake and by payout, and notes are added. Commands with ids and
// times injected, as in script.ts.
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, scripted, secrets, sha256, type Who } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function keepCustomers(store: EventStore): Promise<void> {
  const script = scripted(store, { begin: '2026-11-20T12:00:00.000Z' })
  const { at, onAccount } = script
  const onFixture = (fixture: string, command: FixtureCommand) => script.onFixture(fixture, ada, command)

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const opening = { type: 'CreateAdmin', openedBy: 'setup', floatCents: 0 } as const
  await onAccount('root', 'setup', { ...opening, role: 'super-admin', ...secrets('root') })
  await onAccount('ada', root, { ...opening, role: 'admin', openedBy: idOf('root'), ...secrets('ada') })
  const signUp = { type: 'OpenAccount', role: 'user', openedBy: 'sign-up', ageAttested: true, receive: null } as const
  await onAccount('bob', 'sign-up', { ...signUp, ...secrets('bob'), welcomeGrantCents: 1_000_00 })
  await onAccount('cy', 'sign-up', { ...signUp, ...secrets('cy'), welcomeGrantCents: 0 })

  await onFixture('United', {
    type: 'ListFixture',
    source: 'house',
    providerId: null,
    league: 'soccer_epl',
    home: 'Rovers',
    away: 'United',
    startsAt: at(600),
  })
  await onFixture('United', { type: 'SetHousePrice', home: '2.10', draw: '3.40', away: '3.60' })
  const bet = (name: string, stakeCents: number) => {
    const leg = { fixture: idOf('United'), market: 'h2h', selection: 'home', selectionName: 'Rovers' }
    const times = { startsAt: at(600), quotedAt: at(0), fetchedAt: at(0) }
    const quote = { ...leg, ...times, fixtureVersion: 1, league: 'soccer_epl', drawOffered: true, price: 1 } as const
    return onAccount('bob', bob, {
      type: 'PlaceBet',
      bet: idOf(name),
      stakeCents,
      policy: 'within-10-percent',
      limits: { minStakeCents: 10, maxPayoutCents: 10_000_00, maxLegs: 20 },
      legs: [{ ...leg, seenOdds: '2.10', quote: { ...quote, odds: '2.10', bookmaker: 'house' }, closed: false }],
    })
  }
  const cap = (who: Who, stakeCents: number | null, payoutCents: number | null, reason: string) =>
    onAccount('bob', who, { type: 'SetBetCaps', stakeCents, payoutCents }, { reason: byAdmin(sha256(reason)) })
  const note = (about: string, who: Who, text: string) =>
    onAccount(about, who, { type: 'AddNote', text: sha256(`note ${text}`) })

  await bet('before any cap', 50_00)
  script.now = 5
  await note('bob', ada, 'always bets in the last minute')
  await cap(ada, 20_00, null, 'prices beaten')
  await bet('up to the stake', 20_00)
  script.now = 9
  await onAccount('bob', bob, { type: 'SetPlayLimit', kind: 'stake', period: 'day', amountCents: 500_00 })
  await cap(root, 20_00, 21_00, 'payout too')
  await bet('up to the payout', 10_00)
  script.now = 20
  await note('bob', root, 'looked at it')
  await note('cy', ada, 'called')
  await cap(root, null, null, 'all in order')
  await bet('without a cap', 60_00)
}
