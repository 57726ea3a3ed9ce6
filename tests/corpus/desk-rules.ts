// Rules of the desk: settings come from the environment and are changed, betting is stopped in every scope and resumed,
// and a bet names the rules that decided it. Commands with ids and times injected, as in script.ts.
import { DESK } from '#domain/desk/events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, scripted, secrets, sha256 } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function ruleFromTheDesk(store: EventStore): Promise<void> {
  const reason = (number: number) => byAdmin(sha256(`reason ${number}`))
  const script = scripted(store, { begin: '2026-11-15T12:00:00.000Z', reason })
  const { at, commands, onAccount, onDesk } = script
  const onFixture = (fixture: string, command: FixtureCommand) => script.onFixture(fixture, ada, command)

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const openedBy = 'setup'
  await onDesk('setup', {
    type: 'SeedSettings',
    settings: {
      'max-payout': 1_000_00,
      'acceptance-delay': 5_000,
      'welcome-grant': 20_00,
      'odds-policy': 'within-10-percent',
      'goodwill-per-day': 100_00,
    },
  })
  for (const [name, role] of [
    ['root', 'super-admin'],
    ['ada', 'admin'],
  ] as const) {
    await onAccount(name, 'setup', { type: 'CreateAdmin', role, ...secrets(name), openedBy, floatCents: 0 })
  }
  const signUp = { openedBy: 'sign-up', ageAttested: true, welcomeGrantCents: 20_00, receive: null }
  await onAccount('bob', 'sign-up', { type: 'OpenAccount', role: 'user', ...secrets('bob'), ...signUp })
  await onFixture('cup', {
    type: 'ListFixture',
    source: 'house',
    providerId: null,
    league: 'soccer_epl',
    home: 'Rovers',
    away: 'Wanderers',
    startsAt: at(600),
  })
  await onFixture('cup', { type: 'SetHousePrice', home: '2.10', draw: '3.40', away: '3.60' })

  script.now = 5
  await onDesk(root, { type: 'SetSettings', settings: { 'max-payout': 500_00, 'odds-policy': 'better' } })
  await onDesk(ada, { type: 'StopBetting', scope: {} })
  await onDesk(ada, { type: 'StopBetting', scope: { fixture: idOf('cup') } })
  await onDesk(ada, { type: 'StopBetting', scope: { fixture: idOf('cup'), market: 'totals' } })

  script.now = 10
  await onDesk(root, { type: 'ResumeBetting', scope: {} })
  await onDesk(ada, { type: 'ResumeBetting', scope: { fixture: idOf('cup') } })
  const leg = { fixture: idOf('cup'), market: 'h2h', selection: 'draw', selectionName: 'Draw' }
  const configuration = await commands.desk.view(DESK, (_, head) => head.hash!)
  await onAccount(
    'bob',
    bob,
    {
      type: 'PlaceBet',
      bet: idOf('single'),
      stakeCents: 500,
      policy: 'better',
      limits: { minStakeCents: 10, maxPayoutCents: 500_00, maxLegs: 20 },
      legs: [
        {
          ...leg,
          seenOdds: '3.40',
          closed: false,
          quote: {
            ...leg,
            fixtureVersion: 1,
            league: 'soccer_epl',
            startsAt: at(600),
            drawOffered: true,
            odds: '3.40',
            bookmaker: 'house',
            quotedAt: at(0),
            fetchedAt: at(0),
            price: 1,
          },
        },
      ],
    },
    { configuration, reason: null },
  )

  script.now = 20
  await onDesk(ada, { type: 'ResumeBetting', scope: { fixture: idOf('cup'), market: 'totals' } })
  await onDesk(root, { type: 'SetSettings', settings: { 'acceptance-delay': 0, 'welcome-grant': 0 } })
}
