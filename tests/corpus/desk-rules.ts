// What the desk rules: settings come from the environment and are changed, betting is stopped in every scope and resumed, and
// a bet names the rules that decided it. Commands with ids and times injected, as in script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { DeskCommand } from '#domain/desk/commands.ts'
import { DESK } from '#domain/desk/events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-11-15T12:00:00.000Z')
const MINUTE = 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()

type Who = 'setup' | 'sign-up' | { account: string; role: 'user' | 'admin' | 'super-admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function ruleFromTheDesk(store: EventStore): Promise<void> {
  let minute = 0
  let number = 0
  const commands = createCommands({ store, systemNow: () => new Date(at(minute)) })

  function metaOf(who: Who, command: object): CommandMeta {
    number += 1
    const actor =
      typeof who === 'string' ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${number}`)
    return {
      actor,
      session: typeof who === 'string' ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(minute),
      reason: typeof who === 'string' ? null : { code: 'by-admin', text: sha256(`reason ${number}`) },
    }
  }
  const must = (what: string, outcome: { accepted: true } | { accepted: false; refusal: { code: string } }) => {
    if (!outcome.accepted) throw new Error(`${what}: ${outcome.refusal.code}`)
  }
  const onAccount = async (account: string, who: Who, command: AccountCommand, configuration?: string) => {
    const meta = { ...metaOf(who, command), ...(configuration === undefined ? {} : { configuration, reason: null }) }
    must(command.type, await commands.accounts.execute(idOf(account), command, meta))
  }
  const onFixture = async (fixture: string, command: FixtureCommand) =>
    must(command.type, await commands.fixtures.execute(idOf(fixture), command, metaOf(ada, command)))
  const onDesk = async (who: Who, command: DeskCommand) =>
    must(command.type, await commands.desk.execute(DESK, command, metaOf(who, command)))

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
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

  minute = 5
  await onDesk(root, { type: 'SetSettings', settings: { 'max-payout': 500_00, 'odds-policy': 'better' } })
  await onDesk(ada, { type: 'StopBetting', scope: {} })
  await onDesk(ada, { type: 'StopBetting', scope: { fixture: idOf('cup') } })
  await onDesk(ada, { type: 'StopBetting', scope: { fixture: idOf('cup'), market: 'totals' } })

  minute = 10
  await onDesk(root, { type: 'ResumeBetting', scope: {} })
  await onDesk(ada, { type: 'ResumeBetting', scope: { fixture: idOf('cup') } })
  const leg = { fixture: idOf('cup'), market: 'h2h', selection: 'draw', selectionName: 'Draw' }
  const rules = await commands.desk.view(DESK, (_, head) => head.hash!)
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
    rules,
  )

  minute = 20
  await onDesk(ada, { type: 'ResumeBetting', scope: { fixture: idOf('cup'), market: 'totals' } })
  await onDesk(root, { type: 'SetSettings', settings: { 'acceptance-delay': 0, 'welcome-grant': 0 } })
}
