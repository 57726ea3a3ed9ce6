// What admins decide by hand alone, counted by business day: one decision within the limit, one beyond the day's that
// waits for a second admin, one by an admin whom another one added, one by a super admin, and the next day. Commands
// with ids and times injected.
import { DESK } from '#domain/desk/events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, scripted, secrets } from './scripted.ts'

const GAMES = ['cup', 'derby', 'final', 'replay', 'friendly', 'gala'] as const
type Game = (typeof GAMES)[number]

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function decideAlone(store: EventStore): Promise<void> {
  /** Noon in Paris. */
  const script = scripted(store, { begin: '2026-11-16T11:00:00.000Z', reason: () => byAdmin(null) })
  const { at, metaOf, onAccount, onFixture } = script
  const { accounts, fixtures, desk } = script.commands

  const ada = { account: 'ada', role: 'admin' } as const
  const ann = { account: 'ann', role: 'admin' } as const
  const ben = { account: 'ben', role: 'admin' } as const
  const sue = { account: 'sue', role: 'super-admin' } as const
  const settings = { 'max-payout': 10_000_000_00, 'four-eyes-above': 150_00, 'four-eyes-per-day': 250_00 } as const
  await script.onDesk('setup', { type: 'SeedSettings', settings })
  for (const [{ account, role }, by] of [
    [sue, 'setup'],
    [ada, sue],
    [ben, sue],
    [ann, ada],
  ] as const) {
    const openedBy = by === 'setup' ? by : idOf(by.account)
    await onAccount(account, by, { type: 'CreateAdmin', role, ...secrets(account), openedBy, floatCents: 0 })
  }
  const signUp = { openedBy: 'sign-up', ageAttested: true, receive: null }
  await onAccount('bob', 'sign-up', {
    type: 'OpenAccount',
    role: 'user',
    ...secrets('bob'),
    ...signUp,
    welcomeGrantCents: 1_000_00,
  })
  const teams = { league: 'soccer_epl', home: 'Rovers', away: 'Wanderers', startsAt: at(600) } as const
  for (const game of GAMES) {
    await onFixture(game, ada, { type: 'ListFixture', source: 'house', providerId: null, ...teams })
    await onFixture(game, ada, { type: 'SetHousePrice', home: '2.10', draw: '3.40', away: '3.60' })
  }
  const configuration = await desk.view(DESK, (_, head) => head.hash!)
  script.now = 5
  const limits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }
  for (const [game, stakeCents] of [
    ['cup', 100_00],
    ['derby', 140_00],
    ['final', 120_00],
    ['replay', 50_00],
    ['friendly', 145_00],
    ['gala', 30_00],
  ] as const) {
    const leg = { fixture: idOf(game), market: 'h2h', selection: 'home', selectionName: 'Rovers' } as const
    const of = { fixtureVersion: 1, league: teams.league, startsAt: teams.startsAt, drawOffered: true } as const
    const from = { odds: '2.10', bookmaker: 'house', quotedAt: at(0), fetchedAt: at(0), price: 1 }
    const legs = [{ ...leg, seenOdds: '2.10', quote: { ...leg, ...of, ...from }, closed: false }]
    const bet = { type: 'PlaceBet', bet: idOf(`on the ${game}`), stakeCents, policy: 'any', limits, legs } as const
    await onAccount('bob', { account: 'bob', role: 'user' }, bet, { configuration })
  }

  /** A decision about the stake of one bet, counted on the hand's day. */
  const alone = async (game: Game, who: typeof ada | typeof ann, command: FixtureCommand, movesCents: number) => {
    const meta = metaOf(who, command)
    const use = { type: 'UseAuthority', decision: meta.command.id, movesCents, perDayCents: 250_00 } as const
    const counted = await accounts.execute(idOf('ada'), use, { ...metaOf(who, use), configuration })
    if (!counted.accepted) throw new Error(`${game}: ${counted.refusal.code}`)
    const causation = `account-${idOf('ada')}@${counted.events[0]!.version}`
    const decided = await fixtures.execute(idOf(game), command, { ...meta, causation })
    if (!decided.accepted) throw new Error(`${game}: ${decided.refusal.code}`)
  }
  script.now = 10
  await alone('cup', ada, { type: 'VoidFixture', market: 'h2h' }, 100_00)
  script.now = 20
  const asked = { type: 'AskSettlement', command: { type: 'VoidFixture', market: 'h2h' } } as const
  const amounts = { movesCents: 120_00, aboveCents: 150_00, leftCents: 10_00 } as const
  await alone('derby', ann, { type: 'AbandonFixture', why: 'by-hand', closedAt: at(20) }, 140_00)
  script.now = 30
  const request = await onFixture('final', ada, { ...asked, ...amounts }, { configuration })
  await onFixture('final', ben, { type: 'ApproveSettlement', request })
  script.now = 40
  await onFixture('friendly', sue, { type: 'VoidFixture', market: 'h2h' })
  script.now = 725
  // it is the next day in Paris
  const result = { score: { home: 1, away: 0 }, source: 'admin', reads: [], closedAt: at(725) } as const
  await alone('replay', ada, { type: 'RecordResult', ...result, regulation: result.score }, 105_00)
  script.now = 730
  const { outcome } = await fixtures.read(idOf('replay'))
  if (outcome === null) throw new Error('no result')
  await onAccount('bob', 'settler', {
    type: 'SettleBet',
    bet: idOf('on the replay'),
    outcomes: [outcome],
  })
  script.now = 740
  const corrected = { ...result, score: { home: 0, away: 0 }, closedAt: at(740) }
  await alone('replay', ada, { type: 'CorrectResult', ...corrected, regulation: corrected.score }, 105_00)
}
