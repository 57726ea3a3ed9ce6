// What the auditor's commands say about money, over random histories, compared with the domain's own postings.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '#domain/events.ts'
import { postingsOf } from '#domain/ledger/postings.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import type { AuditedStore } from '#services/auditor/event-store/log.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { CORPUS_START } from '../corpus/script.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { insertIdentity } from '../identities.ts'
import { ask } from './asking.ts'
import { stepsWrittenNow } from './scenarios.ts'

type Balances = ReadonlyMap<string, number>
type Line = { number: number; amountCents: number; balanceCents: number }

const SEED = Math.floor(Math.random() * 1e9)
const STEPS = 70

let database: TestDatabase
let url: string
let elsewhere: AuditedStore
const events: StoredEvent[] = []
/** After each event, according to the domain's postings. */
const folded: Balances[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  url = database.url
  const log = await PostgresLog.open({ url, ...CORPUS_START })
  const writer = new LogWriter(log)
  for (const step of stepsWrittenNow(SEED, STEPS)) await writer.write(step)
  for await (const page of log.readAll(null)) events.push(...page)
  await rebuild({ store: log, url })
  await log.close()
  elsewhere = {
    async *readAll() {
      yield events.map((event) => ({ ...event, position: `${Number(event.position) * 97}` }))
    },
  }
  const balances = new Map<string, number>()
  for (const { stream, body } of events) {
    const { type, data } = decodeBody(body)
    for (const { from, to, amountCents } of postingsOf(stream, { type, data } as DomainEvent)) {
      balances.set(from, (balances.get(from) ?? 0) - amountCents)
      balances.set(to, (balances.get(to) ?? 0) + amountCents)
    }
    folded.push(new Map(balances))
  }
})
afterAll(() => database.drop())

const holding = (balances: Balances) => [...balances].filter(([, cents]) => cents !== 0).toSorted()

const balancesAt = async (options: Record<string, string>, store?: AuditedStore) => {
  const { json, text } = await ask({ url, ...(store && { store }) }, 'balances', options)
  const answer = JSON.parse(json) as { asOf: number; sumCents: number; balances: { account: string; cents: number }[] }
  return { ...answer, text, held: new Map(answer.balances.map(({ account, cents }) => [account, cents])) }
}

describe(`a random history (seed ${SEED})`, () => {
  test('before its first event there is nothing, and the answer says so', async () => {
    const options = { asOf: '2020-01-01T00:00:00Z' }
    for (const command of ['balances', 'replay'])
      for (const { code, text } of [await ask({ url }, command, options)]) {
        expect([command, code]).toEqual([command, 0])
        expect(text).toMatch(/^Before the first event the (treasury has issued 0\.00|log comes to)/)
        expect(text).toMatch(/\n {2}log +no event was read\n {2}range +no events\n/)
        expect(text).not.toMatch(/(number|log +) ?none/)
      }
  })

  test('at every position balances sum to zero and are what the postings come to', { timeout: 300_000 }, async () => {
    expect(events.length).toBeGreaterThan(STEPS)
    for (let number = 0; number < events.length; number++) {
      const { asOf, sumCents, held } = await balancesAt({ asOf: String(number) })
      expect(asOf).toBe(number)
      expect(sumCents).toBe(0)
      expect(holding(held), `as of ${number}`).toEqual(holding(folded[number]!))
    }
  })

  test('a time means the last event before anything later happened', async () => {
    const times = events.map(({ body }) => decodeBody(body).meta.at)
    for (const at of new Set([times[0]!, times[Math.floor(times.length / 2)]!, times.at(-1)!])) {
      const later = times.findIndex((time) => time > at)
      const { asOf } = await balancesAt({ asOf: at })
      expect(asOf).toBe(later === -1 ? times.length - 1 : later - 1)
    }
  })

  test('a statement closes with the amount in balances, and its lines add up to it', async () => {
    const { held } = await balancesAt({})
    const own = [...held].filter(([account]) => /^(user|admin):.*:(wallet|float)$/.test(account))
    expect(own.length).toBeGreaterThan(2)
    for (const [account, cents] of own) {
      const id = account.split(':')[1]!
      const { json } = await ask({ url }, 'statement', {}, id)
      const { closingCents, lines } = JSON.parse(json) as { closingCents: number; lines: Line[] }
      expect(closingCents, account).toBe(cents)
      expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents)
      // in parts they are the same lines
      const middle = Math.floor(events.length / 2)
      const parts = await Promise.all(
        [{ to: String(middle) }, { from: String(middle + 1) }].map((options) => ask({ url }, 'statement', options, id)),
      ).catch((error: Error) => {
        // it was opened in the second half
        expect(error.message).toContain('has no account')
        return null
      })
      if (parts === null) continue
      const [first, second] = parts.map(
        ({ json: part }) => JSON.parse(part) as { lines: Line[]; openingCents: number; closingCents: number },
      )
      expect(second!.openingCents).toBe(first!.closingCents)
      expect([...first!.lines, ...second!.lines]).toEqual(lines)
    }
  })

  test('trial balances of consecutive periods chain, and every line sums to zero', async () => {
    type Sheet = { from: number; to: number; lines: ({ line: string; sum: number } & Record<string, number>)[] }
    const sheet = async (options: Record<string, string>) =>
      JSON.parse((await ask({ url }, 'trial-balance', options)).json) as Sheet
    const amounts = ({ line: _, events: __, ...cents }: Record<string, unknown>) => cents
    const ends = [Math.floor(events.length / 3), Math.floor(events.length / 2), events.length - 1]
    let from = 0
    let before: Record<string, unknown> | null = null
    for (const to of ends) {
      const { lines, ...range } = await sheet({ from: String(from), to: String(to) })
      expect(range).toMatchObject({ from, to })
      for (const { line, sum } of lines) expect(sum, line).toBe(0)
      if (before !== null) expect(amounts(lines[0]!)).toEqual(before)
      before = amounts(lines.at(-1)!)
      from = to + 1
    }
    const { held } = await balancesAt({ asOf: String(ends[0]) })
    const first = (await sheet({ to: String(ends[0]) })).lines.at(-1)!
    const wallets = [...held].filter(([account]) => account.endsWith(':wallet'))
    expect(first.wallet).toBe(wallets.reduce((sum, [, cents]) => sum + cents, 0))
    // also by time
    const at = decodeBody(events[ends[1]!]!.body).meta.at
    const [one, two] = [await sheet({ to: at }), await sheet({ from: at })]
    expect(two.from).toBe(one.to + 1)
    expect(amounts(two.lines[0]!)).toEqual(amounts(one.lines.at(-1)!))
  })

  test('the answers are the same in whatever store the log is, byte for byte', async () => {
    const user = [...(await balancesAt({})).held.keys()].find((account) => account.endsWith(':wallet'))!.split(':')[1]!
    for (const [name, options, argument] of [
      ['balances', { asOf: '40' }, null],
      ['statement', {}, user],
      ['trial-balance', { from: '20' }, null],
    ] as const) {
      const [here, there] = [
        await ask({ url }, name, options, argument),
        await ask({ url, store: elsewhere }, name, options, argument),
      ]
      expect(there.json).toBe(here.json)
      expect(there.text).toBe(here.text)
      expect(here.text.split('\n', 1)[0]).toBe((JSON.parse(here.json) as { sentence: string }).sentence)
    }
  })
})

test.each(['yesterday', '-1', '12x', '2026-11-20', '2026-11-20T18:30:00', '2026-13-20T18:30:00Z', '1,23'])(
  '%s is no moment',
  async (asOf) => {
    await expect(ask({ url }, 'balances', { asOf })).rejects.toThrow('--as-of takes a ledger number')
  },
)

test('a period that ends before it begins is refused', async () => {
  for (const [from, to] of [
    ['9', '8'],
    ['2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z'],
  ] as const) {
    await expect(ask({ url }, 'trial-balance', { from, to })).rejects.toThrow('--from is after --to')
  }
})

test('a number beyond the end, and an unknown account, are refused', async () => {
  await expect(ask({ url }, 'balances', { asOf: '#1,000,000' })).rejects.toThrow(/^the log ends at ledger number \d+/)
  await expect(ask({ url }, 'statement', {}, 'nobody')).rejects.toThrow("nobody is called 'nobody' here")
  await expect(ask({ url }, 'statement', {}, 'f'.repeat(32))).rejects.toThrow('the log has no account')
})

test('an account is found by its id, whoever has chosen that for a name', async () => {
  const [one, other] = [...new Set(events.map(({ stream }) => stream))].flatMap((stream) =>
    stream.startsWith('account-') ? [stream.slice('account-'.length)] : [],
  ) as [string, string]
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const registration = { role: 'user', openedBy: 'sign-up' }
  await insertIdentity(pool, { account: other, name: one, secret: 'secret', registration })
  const accountOf = async (user: string) =>
    (JSON.parse((await ask({ url }, 'statement', {}, user)).json) as { account: string }).account
  expect(await accountOf(one)).toBe(one)
  expect(await accountOf(other)).toBe(other)
  await pool.query('delete from app.identity')
  await pool.end()
})
