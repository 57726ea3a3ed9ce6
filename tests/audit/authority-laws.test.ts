// Laws of what admins decide by hand alone, over random histories: a hand never exceeds its limit of the day whatever
// is decided when, the auditor accepts what the product does, and finds every decision that was not counted.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessDay } from '#domain/calendar/business-day.ts'
import { DESK, deskStream } from '#domain/desk/events.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { countAuthority } from '#services/api/back-office/settlement/authority.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { audit, corpusLog, rewrite } from './rewritten.ts'

const BEGIN = Date.parse('2026-11-15T12:00:00.000Z')
const AMOUNTS = { 'max-payout': 10_000_000_00, 'four-eyes-above': 100_00, 'four-eyes-per-day': 150_00 }
/** Ada added ann, and ann added amy, so they are one hand. */
const HANDS = { ada: 'ada', ann: 'ada', amy: 'ada', ben: 'ben' } as const
const ADMINS = ['ada', 'ann', 'amy', 'ben', 'sue'] as const
type Admin = (typeof ADMINS)[number]
const roleOf = (admin: Admin) => (admin === 'sue' ? 'super-admin' : 'admin')

type Decision = {
  readonly by: Admin
  readonly on: 'a bet' | 'a market' | 'a game' | 'a result'
  readonly stakeCents: number
  readonly minutes: number
  /** The process stops after the count; the same request is repeated and carried out a day later. */
  readonly isCut: boolean
}
const decisions: fc.Arbitrary<Decision[]> = fc.array(
  fc.record({
    by: fc.constantFrom(...ADMINS),
    on: fc.constantFrom('a bet', 'a market', 'a game', 'a result'),
    stakeCents: fc.integer({ min: 1_00, max: 120_00 }),
    minutes: fc.integer({ min: 2, max: 400 }),
    isCut: fc.boolean(),
  }),
  { minLength: 1, maxLength: 14 },
)

/** Decisions counted the day before, and on this day as many as allowed. */
const SAVED_UP: Decision[] = [true, false, false].map((isCut) => ({
  ...{ by: 'ada', on: 'a bet', stakeCents: 75_00, minutes: 2, isCut },
}))

/** Each decision is about the only bet on a game of its own, placed two minutes before. */
const play = (history: readonly Decision[]) => async (store: EventStore) => {
  let ms = 0
  let number = 0
  const now = () => new Date(BEGIN + ms)
  const { accounts, fixtures, desk } = createCommands({ store, systemNow: now })
  const metaOf = (id: string, role: CommandMeta['actor']['role']): CommandMeta => {
    number += 1
    const actor = { id: role === 'system' ? id : idOf(id), role }
    const command = { id: commandId(actor.id, String(number)), hash: hashCommand(number) }
    const at = now().toISOString()
    return { actor, session: null, command, correlation: command.id, causation: null, at, reason: null }
  }
  const must = ({ accepted }: { accepted: boolean }) => expect(accepted).toBe(true)

  must(await desk.execute(DESK, { type: 'SeedSettings', settings: AMOUNTS }, metaOf('setup', 'system')))
  const rules = { stream: deskStream(DESK), head: await desk.view(DESK, (_, head) => head) }
  const configuration = rules.head.hash!
  for (const [admin, openedBy] of [
    ['sue', 'setup'],
    ['ada', 'sue'],
    ['ben', 'sue'],
    ['ann', 'ada'],
    ['amy', 'ann'],
  ] as const) {
    const secrets = { username: hashCommand(admin), password: hashCommand(`password of ${admin}`) }
    const adding = openedBy === 'setup' ? metaOf('setup', 'system') : metaOf(openedBy, roleOf(openedBy))
    const by = openedBy === 'setup' ? openedBy : idOf(openedBy)
    const create = { type: 'CreateAdmin', role: roleOf(admin), ...secrets, openedBy: by, floatCents: 0 } as const
    must(await accounts.execute(idOf(admin), create, adding))
  }
  const bob = { username: hashCommand('bob'), password: hashCommand('password of bob') }
  const signUp = { openedBy: 'sign-up', ageAttested: true, welcomeGrantCents: 10_000_00, receive: null } as const
  const open = { type: 'OpenAccount', role: 'user', ...bob, ...signUp } as const
  must(await accounts.execute(idOf('bob'), open, metaOf('sign-up', 'system')))

  for (const [index, { by, on, stakeCents, minutes, isCut }] of history.entries()) {
    ms += minutes * 60_000
    const game = idOf(`game ${index}`)
    const at = now().toISOString()
    const startsAt = new Date(BEGIN + ms + 60_000).toISOString()
    const teams = { league: 'soccer_epl', home: 'Rovers', away: 'Wanderers', startsAt } as const
    const list = { type: 'ListFixture', source: 'house', providerId: null, ...teams } as const
    must(await fixtures.execute(game, list, metaOf('sue', 'super-admin')))
    const price = { type: 'SetHousePrice', home: '1.50', draw: '3.40', away: '3.60' } as const
    must(await fixtures.execute(game, price, metaOf('sue', 'super-admin')))
    const leg = { fixture: game, market: 'h2h', selection: 'home', selectionName: 'Rovers' } as const
    const of = { fixtureVersion: 1, league: teams.league, startsAt, drawOffered: true } as const
    const from = { odds: '1.50', bookmaker: 'house', quotedAt: at, fetchedAt: at, price: 1 } as const
    const legs = [{ ...leg, seenOdds: '1.50', quote: { ...leg, ...of, ...from }, closed: false }]
    const limits = { minStakeCents: 10, maxPayoutCents: AMOUNTS['max-payout'], maxLegs: 20 }
    const bet = { type: 'PlaceBet', bet: idOf(`bet ${index}`), stakeCents, policy: 'any', limits, legs } as const
    must(await accounts.execute(idOf('bob'), bet, { ...metaOf('bob', 'user'), configuration }))

    ms += 120_000
    const perDayCents = AMOUNTS['four-eyes-per-day']
    const moved = { movesCents: stakeCents, perDayCents, named: { configuration }, rules: { given: rules } }
    const amounts = { movesCents: stakeCents, aboveCents: AMOUNTS['four-eyes-above'] }
    const isCounted = stakeCents <= amounts.aboveCents
    const first = metaOf(by, roleOf(by))
    if (isCounted && isCut) {
      await countAuthority({ accounts } as never, first, moved)
      ms += 24 * 3_600_000
    }
    const meta = { ...first, at: now().toISOString() }
    const lost = { score: { home: 0, away: 1 }, regulation: { home: 0, away: 1 }, source: 'admin', reads: [] } as const
    const command = {
      'a bet': { type: 'VoidBet', bet: bet.bet, outcomes: [] },
      'a market': { type: 'VoidFixture', market: 'h2h' },
      'a game': { type: 'VoidFixture' },
      'a result': { type: 'RecordResult', ...lost, closedAt: now().toISOString() },
    } as const
    const execute = async (what: 'alone' | object, with_: CommandMeta) => {
      const ask = what === 'alone' ? {} : { type: 'AskSettlement', ...what }
      if (on === 'a bet') {
        const asked = what === 'alone' ? command[on] : { ...ask, command: command[on] }
        must(await accounts.execute(idOf('bob'), asked as (typeof command)['a bet'], with_))
      } else {
        const asked = what === 'alone' ? command[on] : { ...ask, command: command[on] }
        must(await fixtures.execute(game, asked as (typeof command)['a game'], with_))
      }
    }
    const asking = { ...meta, configuration }
    if (!isCounted) await execute(amounts, asking)
    else {
      const counted = await countAuthority({ accounts } as never, meta, moved)
      if (counted.accepted) await execute('alone', counted.meta)
      else await execute({ ...amounts, leftCents: counted.leftCents }, asking)
    }
  }
}

const ALONE = ['BetVoided', 'FixtureVoided', 'FixtureAbandoned', 'ResultRecorded']

test('no hand decides more alone in a day than its limit, and the auditor finds what was not counted', async () => {
  await fc.assert(
    fc.asyncProperty(decisions, fc.nat(), async (history, chosen) => {
      const log = await corpusLog(play(history))
      const bodies = log.map(({ body }) => decodeBody(body))
      const alone = bodies.filter(({ type, meta }) => ALONE.includes(type) && meta.actor.role === 'admin')
      const asked = bodies.filter(({ type }) => type === 'SettlementAsked')
      const bySue = history.filter(({ by, stakeCents }) => by === 'sue' && stakeCents <= 100_00)
      expect(alone.length + asked.length + bySue.length).toBe(history.length)
      const sums = new Map<string, number>()
      for (const { stream, data, meta } of alone) {
        const index = history.findIndex(
          (_, at) => stream === `fixture-${idOf(`game ${at}`)}` || (data as { bet?: string }).bet === idOf(`bet ${at}`),
        )
        const { by, stakeCents } = history[index]!
        const key = `${HANDS[by as keyof typeof HANDS]} ${businessDay(meta.at)}`
        sums.set(key, (sums.get(key) ?? 0) + stakeCents)
      }
      for (const [key, cents] of sums) expect([key, cents <= AMOUNTS['four-eyes-per-day']]).toEqual([key, true])
      expect(audit(rewrite(log)).sorted()).toEqual([])

      const { command } = alone[chosen % alone.length]?.meta ?? {}
      const uncounted = audit(
        rewrite(log, (draft) => ((draft.data as { decision?: string }).decision === command?.id ? null : draft)),
      )
      const found = uncounted.sorted().filter(({ code }) => code === 'authority_mismatch')
      expect(found).toHaveLength(command === undefined ? 0 : 1)
    }),
    { numRuns: 25, examples: [[SAVED_UP, 0]] },
  )
})
