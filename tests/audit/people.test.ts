// What the auditor's commands say about what people did, and about causes and effects.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '#domain/events.ts'
import { postingsOf } from '#domain/ledger/postings.ts'
import { COMMANDS } from '#services/auditor/commands/commands.ts'
import { EXPORTS } from '#services/auditor/commands/exports.ts'
import { PROOFS } from '#services/auditor/commands/proofs.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { idOf } from '../corpus/script.ts'
import { ask, type Options } from './asking.ts'
import { type House, openHouse } from './house.ts'

type Meta = {
  actor: { id: string; role: string }
  command: { id: string }
  causation?: string | null
  at: string
  reason?: { code: string } | null
}
type Known = StoredEvent & { number: number; event: string; data: Record<string, unknown>; meta: Meta }

let house: House
let url: string
let events: Known[]

beforeAll(async () => {
  house = await openHouse()
  await house.arrive()
  url = house.database.url
  const log = await PostgresLog.open({ url })
  const stored: StoredEvent[] = []
  for await (const page of log.readAll(null)) stored.push(...page)
  await log.close()
  events = stored.map((event, number) => {
    const { data, meta } = decodeBody(event.body) as unknown as Pick<Known, 'data' | 'meta'>
    return { ...event, number, event: `${event.stream}@${event.version}`, data, meta }
  })
})
afterAll(() => house.close())

const answer = async <T>(name: string, options: Options = {}, argument: string | null = null): Promise<T> =>
  JSON.parse((await ask({ url }, name, options, argument)).json) as T

type Deed = {
  number: number
  event: string
  kind: string
  subject: string
  field: string
  before: unknown
  after: unknown
  who: string
  whoName: string | null
  reason: string | null
  reasonText: string | null
}
const deeds = async (options: Options = {}) => (await answer<{ exceptions: Deed[] }>('exceptions', options)).exceptions

/** What people do in the normal course of business. */
const USUAL = new Set(['NoteAdded', 'FloatDayClosed', 'AccountOpened', 'BetSettled'])

describe('ledger exceptions', () => {
  test('leaves out nothing that an admin did, except what is named here', async () => {
    const listed = new Set((await deeds()).map(({ number }) => number))
    const byAdmins = events.filter(({ meta }) => ['admin', 'super-admin'].includes(meta.actor.role))
    const left = byAdmins.filter(({ number, type }) => !listed.has(number) && !USUAL.has(type))
    expect(left.map(({ event, type }) => `${type} ${event}`)).toEqual([])
    expect(new Set(byAdmins.map(({ type }) => type)).size).toBeGreaterThan(8)
  })

  test('says what a balance was before and after, as in balances', async () => {
    const moved = (await deeds({ kind: ['balance', 'goodwill'] })).filter(({ field }) =>
      /^(wallet|float)Cents$/.test(field),
    )
    expect(moved.length).toBeGreaterThan(4)
    for (const { number, subject, field, before, after } of moved) {
      const name = field === 'walletCents' ? `user:${subject}:wallet` : `admin:${subject}:float`
      const held = async (asOf: number) => {
        const { balances } = await answer<{ balances: { account: string; cents: number }[] }>('balances', {
          asOf: `${asOf}`,
        })
        return balances.find(({ account }) => account === name)?.cents ?? 0
      }
      expect([before, after], `#${number}`).toEqual([await held(number - 1), await held(number)])
    }
  })

  test('names the sender of what arrives, and why', async () => {
    const arrived = (await deeds({ kind: ['balance'] })).filter(
      ({ number }) => events[number]!.type === 'TransferReceived',
    )
    expect(arrived.length).toBeGreaterThan(1)
    for (const { number, who } of arrived) {
      const { transfer } = events[number]!.data
      const sent = events.find(({ type, data }) => type === 'TransferSent' && data.transfer === transfer)!
      expect(who).toBe(sent.meta.actor.id)
    }
    const withReason = (await deeds()).filter(({ reasonText }) => reasonText !== null)
    expect(withReason.map(({ reasonText }) => reasonText)).toContain('Walked in with "cash"')
  })

  test('has settings, stops, results and resettlements with before and after', async () => {
    const all = await deeds()
    const payout = all.find(({ subject, after }) => subject === 'max-payout' && after === 2_000_000)
    expect(payout).toMatchObject({ kind: 'setting', field: 'max-payout', who: idOf('root') })
    expect((await ask({ url }, 'exceptions')).text).toContain('20,000.00 euros')
    expect(all.find(({ kind }) => kind === 'stop')).toMatchObject({ before: 'open', after: 'stopped', field: 'h2h' })
    expect(all.filter(({ kind, before }) => kind === 'settlement' && before !== null)).toContainEqual(
      expect.objectContaining({ before: '1-0', after: '1-1', field: 'result' }),
    )
    const resettled = events.filter(({ type }) => type === 'BetResettled')
    expect(all.filter(({ kind }) => kind === 'resettlement')).toHaveLength(resettled.length)
    expect(all.filter(({ kind }) => kind === 'request')).toMatchObject([
      { field: 'pay-out', before: 'open', after: 'declined', who: idOf('ada') },
    ])
    expect(all.find(({ kind }) => kind === 'four-eyes')).toMatchObject({ field: 'VoidFixture', after: 'asked' })
  })

  test('over two periods are those of both', async () => {
    const middle = Math.floor(events.length / 2)
    const parts = [await deeds({ to: `${middle}` }), await deeds({ from: `${middle + 1}` })]
    expect(parts.flat()).toEqual(await deeds())
  })
})

describe('ledger conflicts', () => {
  type Pair = {
    person: string
    bettor: string
    bettorName: string | null
    conflicts: string[]
    fundedCents: number
    settledBets: number
  }
  const pairs = async (options: Options = {}) => {
    const { code, json } = await ask({ url }, 'conflicts', options)
    return { code, pairs: (JSON.parse(json) as { pairs: Pair[] }).pairs }
  }

  test('names an admin who opened and funded an account and decided its bets by hand: 1', async () => {
    const { code, pairs: found } = await pairs()
    expect(code).toBe(1)
    const finn = found.find(({ bettorName }) => bettorName === 'finn')!
    expect(finn).toMatchObject({ person: idOf('ada'), fundedCents: 12_345, settledBets: 2 })
    expect(finn.conflicts).toEqual(['opened and settled', 'funded and settled'])
  })

  test('names nobody if conflicting acts were not within one period: 0', async () => {
    const corrected = events.find(({ type, data }) => type === 'ResultRecorded' && data.source === 'admin')!.number
    const funded = events.findLast(
      ({ type, meta }) => type === 'TransferSent' && meta.actor.id === idOf('ada') && true,
    )!.number
    expect(funded).toBeGreaterThan(corrected)
    const resettled = events.findLast(({ type }) => type === 'BetResettled')!.number
    expect(await pairs({ from: `${resettled}`, to: `${funded - 1}` })).toEqual({ code: 0, pairs: [] })
    const { code, pairs: all } = await pairs({ from: `${funded}`, all: true })
    expect(code).toBe(0)
    expect(all).toMatchObject([{ person: idOf('ada'), fundedCents: 777, settledBets: 0, conflicts: [] }])
  })

  test('sums what each admin sent', async () => {
    const { pairs: all } = await pairs({ all: true })
    const sent = events.filter(({ type, data }) => type === 'TransferSent' && data.from === 'float')
    const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0)
    expect(sum(all.map(({ fundedCents }) => fundedCents))).toBe(sum(sent.map(({ data }) => data.amountCents as number)))
  })
})

type Trace = {
  sentence: string
  events: { event: string; number: number; relation: string; causation: string | null; command: string }[]
  postings: { number: number; from: string; to: string; cents: number }[]
  told: { number: number; what: string; fixture: string | null; odds: string | null; says: string }[]
  messages: { message: string; stored: string; what: string }[]
}

describe('ledger trace', () => {
  test('shows a bet with all its events, what they are based on and every posting of them', async () => {
    const bets = events.filter(({ type }) => type === 'BetPlaced').map(({ data }) => data.bet as string)
    expect(bets.length).toBeGreaterThan(5)
    for (const bet of bets) {
      const trace = await answer<Trace>('trace', {}, bet)
      const own = events.filter(({ data }) => data.bet === bet)
      expect(trace.events.filter(({ relation }) => relation === 'asked for').map(({ event }) => event)).toEqual(
        own.map(({ event }) => event),
      )
      const told = new Set(trace.events.map(({ event }) => event))
      for (const { causation } of trace.events) if (causation !== null) expect(told).toContain(causation)
      for (const { type, number, data } of own) {
        const said = trace.told.filter((one) => one.number === number)
        const of = (what: string) => said.filter((one) => one.what === what)
        if (type === 'BetPlaced') {
          const picked = (data.legs as { fixture: string; odds: string }[]).map(({ fixture, odds }) => ({
            fixture,
            odds,
          }))
          expect(of('picked').map(({ fixture, odds }) => ({ fixture, odds }))).toEqual(picked)
          expect(of('struck').map(({ odds }) => odds)).toEqual([data.odds])
        }
        if (type === 'BetSettled') {
          const grades = (data.legs as { grade: string }[]).map(({ grade }) => expect.stringMatching(`^${grade}`))
          expect(of('graded').map(({ says }) => says)).toEqual(grades)
          expect(of('settled')).toMatchObject([{ says: expect.stringContaining(String(data.outcome)) }])
        }
        const legs = (data.legs ?? []) as { fixture: string; result?: number; fixtureVersion?: number }[]
        for (const { fixture, result, fixtureVersion } of legs) {
          expect(told).toContain(`fixture-${fixture}@${result ?? fixtureVersion}`)
        }
      }
      const rests = new Set(trace.events.filter(({ relation }) => relation !== 'rests on').map(({ number }) => number))
      const moved = events
        .filter(({ number }) => rests.has(number))
        .flatMap(({ number, stream, type, data }) =>
          postingsOf(stream, { type, data } as unknown as DomainEvent).map(({ from, to, amountCents }) => ({
            number,
            from,
            to,
            cents: amountCents,
          })),
        )
      const inOrder = (postings: readonly object[]) => postings.map((one) => JSON.stringify(one)).toSorted()
      expect(inOrder(trace.postings)).toEqual(inOrder(moved))
      expect(trace.sentence).toContain(`${bet} is told by`)
    }
  })

  test('shows each event with its command, cause and effects', async () => {
    for (const { number, event, meta } of events.filter((_, index) => index % 5 === 0)) {
      const trace = await answer<Trace>('trace', {}, `#${number}`)
      const relations = new Map(trace.events.map((one) => [one.event, one.relation]))
      expect(relations.get(event)).toBe('asked for')
      for (const one of events) {
        if (one.meta.command.id === meta.command.id) expect(relations.has(one.event)).toBe(true)
        if (one.meta.causation === event) expect(relations.has(one.event)).toBe(true)
      }
      if (meta.causation != null) expect(relations.has(meta.causation)).toBe(true)
      expect(await answer<Trace>('trace', {}, event)).toMatchObject({ events: trace.events })
    }
  })

  test('does not claim that somebody asked for an event about a bet', async () => {
    const settled = events.find(({ type }) => type === 'BetSettled')!
    const { text } = await ask({ url }, 'trace', {}, settled.data.bet as string)
    expect(text).toMatch(/ BetSettled +is about it +settler \(a job\)/)
    expect(text).not.toContain('asked for')
    expect((await ask({ url }, 'trace', {}, settled.event)).text).toMatch(/ BetSettled +is it +settler/)
  })

  test('shows a command by its id', async () => {
    const { meta } = events.find(({ type }) => type === 'TransferSent')!
    const { events: found } = await answer<Trace>('trace', {}, meta.command.id)
    const own = found.filter(({ relation }) => relation === 'asked for').map(({ event }) => event)
    expect(own).toEqual(events.filter(({ meta: one }) => one.command.id === meta.command.id).map(({ event }) => event))
  })

  test('says whether the provider’s messages are still stored as they were: 1 if not', async () => {
    const bet = events.find(
      ({ type, data }) => type === 'BetPlaced' && (data.legs as { message?: string }[])[0]!.message,
    )!
    const { message } = (bet.data.legs as { message: string }[])[0]!
    const storedAs = async () => {
      const { code, json } = await ask({ url }, 'trace', {}, bet.event)
      const named = (JSON.parse(json) as Trace).messages.filter((one) => one.message === message)
      return [code, ...new Set(named.map(({ what, stored }) => `${what} ${stored}`))]
    }
    expect(await storedAs()).toEqual([0, 'quote kept'])
    const { owner } = house
    await owner.query(`create table kept as select * from app.provider_message where hash = '${message}'`)
    await owner.query(`update app.provider_message set body = 'other' where hash = $1`, [message])
    const changed = await storedAs()
    await owner.query('delete from app.provider_message where hash = $1', [message])
    const gone = await storedAs()
    await owner.query('insert into app.provider_message select * from kept; drop table kept')
    expect(changed).toEqual([1, 'quote changed'])
    expect(gone).toEqual([0, 'quote not kept'])
  })

  test('says if nothing is found, and what can be asked for', async () => {
    await expect(answer('trace', {}, 'f'.repeat(32))).rejects.toThrow('the log has nothing called')
    await expect(answer('trace', {}, 'finn')).rejects.toThrow('trace takes the id of a bet or a command')
    await expect(answer('trace', {}, '#100000')).rejects.toThrow('the log has nothing')
  })
})

/** Those whose answers are not lists, and those about the signed tree, which this house does not have. */
const UNLIKE = ['verify', 'watch', 'evidence', ...[...PROOFS, ...EXPORTS].map(({ name }) => name)]

test('every answer begins with its sentence, and names the log, the range, and the root of the tree over it', async () => {
  const bet = events.find(({ type }) => type === 'BetSettled')!.data.bet as string
  const arguments_: Record<string, string> = { statement: 'finn', trace: bet }
  const options: Record<string, Options> = { sample: { seed: 'agreed on', size: '3' } }
  const names = COMMANDS.map(({ name }) => name).filter((name) => !UNLIKE.includes(name))
  expect(names.length).toBeGreaterThan(6)
  const { size, root } = (await house.verify()).tree
  expect(size).toBe(events.length)
  for (const name of names) {
    const argument = arguments_[name] ?? null
    const chosen = options[name] ?? {}
    const here = await ask({ url }, name, chosen, argument)
    const { sentence, schema, log, range, tree, tool } = JSON.parse(here.json) as Record<string, unknown>
    expect(here.text.startsWith(`${String(sentence)}\n`)).toBe(true)
    expect([schema, log, tool]).toEqual([`fairbook-${name}/1`, house.logId, '0.1.0'])
    expect(range).toMatchObject({ first: { number: 0 }, last: { number: size - 1, hash: events.at(-1)!.hash } })
    expect(tree, name).toEqual({ size, root })
    expect(here.text).toMatch(/^ {2}tree +/m)
    expect(here.text).toContain(` ${size} events, root ${root}\n`)
    const members = here.json.match(/^ {2}"\w[^"]*"(?=:)/gm)!
    expect(members.length).toBeGreaterThan(9)
    expect(new Set(members).size).toBe(members.length)
  }
})
