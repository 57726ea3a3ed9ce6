// The amounts above which a second person has to look, as settings of the desk: each decision states the amount in
// force, and names the rules that contain it. In each case, one of these things is wrong in the log.
import { beforeAll, expect, test } from 'vitest'
import { DESK } from '#domain/desk/events.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { TREASURY } from '#domain/treasury/events.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { audit, type Change, codesOfChanged, corpusLog, type Draft, rewrite, set } from './rewritten.ts'

const BEGIN = Date.parse('2026-11-15T12:00:00.000Z')

/** A draw and a request under the first amounts, then both again under others. */
async function decideByAmounts(store: EventStore): Promise<void> {
  let minute = 0
  const now = () => new Date(BEGIN + minute * 60_000)
  const { accounts, fixtures, treasury, desk } = createCommands({ store, systemNow: now })
  const meta = (name: string, role: CommandMeta['actor']['role'], command: object): CommandMeta => {
    const actor = { id: role === 'system' ? name : idOf(name), role }
    const id = commandId(actor.id, `${name} ${minute} ${JSON.stringify(command)}`)
    const who = { actor, session: null, command: { id, hash: hashCommand(command) }, correlation: id }
    return { ...who, causation: null, at: now().toISOString(), reason: null }
  }
  const must = ({ accepted }: { accepted: boolean }) => expect(accepted).toBe(true)

  const seed = { type: 'SeedSettings', settings: { 'treasury-per-day': 500_00, 'four-eyes-above': 50_00 } } as const
  must(await desk.execute(DESK, seed, meta('setup', 'system', seed)))
  for (const [name, role] of [
    ['root', 'super-admin'],
    ['ada', 'admin'],
    ['ben', 'admin'],
  ] as const) {
    const secrets = { username: hashCommand(name), password: hashCommand(`password of ${name}`) }
    const open = { type: 'CreateAdmin', role, ...secrets, openedBy: 'setup', floatCents: 0 } as const
    must(await accounts.execute(idOf(name), open, meta('setup', 'system', open)))
  }
  const decide = async (cup: string, budgetCents: number, aboveCents: number) => {
    const configuration = await desk.view(DESK, (_, head) => head.hash!)
    const named = (command: object) => ({ ...meta('ada', 'admin', command), configuration })
    const draw = { type: 'Draw', draw: idOf(`draw ${cup}`), account: idOf('ben'), amountCents: 200_00 } as const
    must(await treasury.execute(TREASURY, { ...draw, budgetCents }, named(draw)))
    const game = { source: 'house', providerId: null, league: 'soccer_epl', home: 'Rovers', away: 'Wanderers' } as const
    const list = { type: 'ListFixture', ...game, startsAt: '2026-11-16T12:00:00.000Z' } as const
    must(await fixtures.execute(idOf(cup), list, meta('ada', 'admin', list)))
    // as where not everything could be looked at
    const amounts = { movesCents: aboveCents + 1, aboveCents }
    const ask = { type: 'AskSettlement', command: { type: 'VoidFixture' }, ...amounts } as const
    must(await fixtures.execute(idOf(cup), ask, named(ask)))
  }
  await decide('cup', 500_00, 50_00)
  minute = 10
  const change = { type: 'SetSettings', settings: { 'treasury-per-day': 300_00, 'four-eyes-above': 70_00 } } as const
  must(await desk.execute(DESK, change, meta('root', 'super-admin', change)))
  minute = 20
  await decide('final', 300_00, 70_00)
}

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(decideByAmounts)
})

const hashAt = (version: number) => log.find((one) => one.stream.startsWith('desk-') && one.version === version)!.hash
const late = ({ meta }: Draft) => meta.at > '2026-11-15T12:15'
const nameless: Change = (draft) => ({ ...draft, meta: { ...draft.meta, configuration: undefined } as Draft['meta'] })
const none = set({ 'meta.configuration': '0'.repeat(64) })
const ofBefore: Change = (draft) => set({ 'meta.configuration': hashAt(0) })(draft)

test('the log itself, chained again, is clean, and what was within the first budget waits under the second', () => {
  expect(audit(rewrite(log)).sorted()).toEqual([])
  const ofTreasury = log.filter(({ stream }) => stream.startsWith('treasury-')).map(({ type }) => type)
  expect(ofTreasury).toEqual(['TreasuryDrawn', 'TreasuryDrawRequested'])
})

test.each([
  ['TreasuryDrawn', 'setting_misstated', 'another budget', set({ 'data.budgetCents': 300_00 }), undefined],
  ['TreasuryDrawRequested', 'setting_misstated', 'the budget of before', set({ 'data.budgetCents': 500_00 }), late],
  ['TreasuryDrawRequested', 'rules_replaced', 'rules of long before', ofBefore, late],
  ['TreasuryDrawn', 'rules_unknown', 'no rules', nameless, undefined],
  ['SettlementAsked', 'setting_misstated', 'another amount', set({ 'data.aboveCents': 60_00 }), undefined],
  ['SettlementAsked', 'setting_misstated', 'the amount of before', set({ 'data.aboveCents': 50_00 }), late],
  ['SettlementAsked', 'rules_replaced', 'rules of long before', ofBefore, late],
  ['SettlementAsked', 'rules_unknown', 'rules that are none', none, undefined],
] as const)('%s: %s with %s', (type, code, _, change, fits) => {
  expect([...codesOfChanged(log, type, change, fits)]).toContain(code)
})
