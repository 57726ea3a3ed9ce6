// Decisions of the settlement desk: a market is voided before its game and another one after it, and a decision that
// moves much waits for a second admin, who approves or declines. Commands with ids and times injected, as in script.ts.
import { fixtureOutcome } from '#domain/fixture/state.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, scripted, secrets } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function decideWithSecondAdmins(store: EventStore): Promise<void> {
  const script = scripted(store, { begin: '2026-11-16T12:00:00.000Z', reason: () => byAdmin(null) })
  const { at, onAccount, onFixture } = script
  const { fixtures } = script.commands
  const outcomes = async () => {
    const states = await Promise.all(['cup', 'derby'].map((fixture) => fixtures.read(idOf(fixture))))
    return states.map(fixtureOutcome).filter((outcome) => outcome !== null)
  }
  const settle = async (type: 'SettleBet' | 'ResettleBet', ...bets: string[]) => {
    for (const bet of bets) await onAccount('bob', 'settler', { type, bet: idOf(bet), outcomes: await outcomes() })
  }

  const ada = { account: 'ada', role: 'admin' } as const
  const ben = { account: 'ben', role: 'admin' } as const
  const sue = { account: 'sue', role: 'super-admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  for (const { account, role } of [ada, ben, sue]) {
    await onAccount(account, 'setup', {
      type: 'CreateAdmin',
      role,
      ...secrets(account),
      openedBy: 'setup',
      floatCents: 0,
    })
  }
  await onAccount('bob', 'sign-up', {
    type: 'OpenAccount',
    role: 'user',
    ...secrets('bob'),
    openedBy: 'sign-up',
    ageAttested: true,
    welcomeGrantCents: 1_000_00,
    receive: null,
  })
  const teams = { league: 'soccer_epl', home: 'Rovers', away: 'Wanderers', startsAt: at(600) } as const
  for (const fixture of ['cup', 'derby']) {
    await onFixture(fixture, ada, { type: 'ListFixture', source: 'house', providerId: null, ...teams })
    await onFixture(fixture, ada, { type: 'SetHousePrice', home: '2.10', draw: '3.40', away: '3.60' })
  }

  script.now = 5
  const limits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }
  for (const [bet, games] of [
    ['on the cup', ['cup']],
    ['on the derby', ['derby']],
    ['on both', ['cup', 'derby']],
    ['a wrong price', ['derby']],
  ] as const) {
    await onAccount('bob', bob, {
      type: 'PlaceBet',
      bet: idOf(bet),
      stakeCents: 100_00,
      policy: 'within-10-percent',
      limits,
      legs: games.map((fixture) => {
        const leg = { fixture: idOf(fixture), market: 'h2h', selection: 'home', selectionName: 'Rovers' }
        const of = { fixtureVersion: 1, league: teams.league, startsAt: teams.startsAt, drawOffered: true } as const
        const from = { odds: '2.10', bookmaker: 'house', quotedAt: at(0), fetchedAt: at(0), price: 1 }
        return { ...leg, seenOdds: '2.10', quote: { ...leg, ...of, ...from }, closed: false }
      }),
    })
  }

  script.now = 10
  const amounts = { movesCents: 100_00, aboveCents: 50_00 }
  const voidBet = { type: 'VoidBet', bet: idOf('a wrong price'), outcomes: [] } as const
  const asked = await onAccount('bob', ada, { type: 'AskSettlement', command: voidBet, ...amounts })
  await onAccount('bob', ben, { type: 'ApproveSettlement', request: asked, outcomes: [] })
  await onFixture('cup', ada, { type: 'VoidFixture', market: 'h2h' })
  await settle('SettleBet', 'on the cup')

  script.now = 720
  const result = { score: { home: 1, away: 0 }, source: 'admin', reads: [], closedAt: at(720) } as const
  const record = { type: 'RecordResult', ...result, regulation: result.score } as const
  const refused = await onFixture('derby', ada, { type: 'AskSettlement', command: record, ...amounts })
  await onFixture('derby', ben, { type: 'DeclineSettlement', request: refused })
  script.now = 725
  const again = await onFixture('derby', ada, { type: 'AskSettlement', command: record, ...amounts })
  script.now = 730
  await onFixture('derby', ben, { type: 'ApproveSettlement', request: again })
  await settle('SettleBet', 'on the derby', 'on both')
  await onFixture('cup', ben, record)

  script.now = 740
  const voidAll = { type: 'AskSettlement', command: { type: 'VoidFixture' }, ...amounts } as const
  const whole = await onFixture('derby', sue, voidAll)
  await onFixture('derby', ada, { type: 'ApproveSettlement', request: whole })
  await settle('ResettleBet', 'on the derby', 'on both')
  await onFixture('derby', ada, { type: 'CorrectResult', ...result, score: { home: 0, away: 0 } })
  await onFixture('cup', sue, { type: 'VoidFixture', market: 'totals' })
  const waits = {
    type: 'AskSettlement',
    command: { ...record, type: 'CorrectResult', score: null },
    ...amounts,
  } as const
  const { regulation: _, ...none } = waits.command
  await onFixture('cup', ada, { ...waits, command: none })
}
