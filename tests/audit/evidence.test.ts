// What is stored about the quotes behind bets and the reads behind results: the provider's messages, and the rows of
// prices. If changed or missing they are found; a price that was replaced does not count as missing.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Leg } from '#domain/bet/bet-events.ts'
import { EVIDENCE } from '#services/auditor/coverage.ts'
import { OTHER_BOOKMAKER } from '#services/odds/testing/told-messages.ts'
import { codesOf, type House, openHouse } from './house.ts'

let house: House
let leg: Leg
/** A later price of something that was bet on twice, and the earlier one. */
let [earlier, later]: Leg[] = []
beforeAll(async () => {
  house = await openHouse()
  const { rows } = await house.owner.query<{ legs: Leg[] }>('select legs from app.bet order by placed_at')
  const legs = rows.flatMap((row) => row.legs)
  leg = legs.at(-1)!
  const isOfOne = (one: Leg, other: Leg) => one.fixture === other.fixture && one.selection === other.selection
  const h2h = legs.filter(({ market }) => market === 'h2h')
  later = h2h.find((one) => h2h.some((other) => isOfOne(one, other) && other.fetchedAt < one.fetchedAt))!
  earlier = h2h.find((one) => isOfOne(one, later!) && one.fetchedAt < later!.fetchedAt)!
  await house.owner.query('create table said as table app.provider_message')
})
afterAll(() => house.close())
beforeEach(() =>
  house.owner.query(`truncate app.quote, app.quote_history, app.provider_message;
    insert into app.provider_message table said`),
)

/** A leg's row in app.quote, with its seal. */
const quoteOf = (one: Leg) => ({
  ...priceOf(one),
  selection_name: one.selectionName,
  draw_offered: one.drawOffered === true,
  seal_feed: one.seal!.feed,
  seal_version: one.seal!.version,
  seal_index: one.seal!.index,
  seal_size: one.seal!.size,
  seal_path: one.seal!.path,
})
const quote = (changes: Record<string, unknown> = {}) => insert('quote', { ...quoteOf(leg), ...changes })
const history = (changes: Record<string, unknown> = {}) => insert('quote_history', { ...priceOf(leg), ...changes })

const priceOf = ({ fixture, market, point = '', selection, odds, bookmaker, quotedAt, fetchedAt, message }: Leg) => ({
  fixture_id: fixture,
  market,
  point,
  selection,
  odds,
  bookmaker,
  quoted_at: quotedAt,
  fetched_at: fetchedAt,
  message_hash: message,
})

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await house.owner.query(`insert into app.${table} (${columns}) values (${places})`, Object.values(row))
}

const findings = async () => (await house.verify()).findings
const codes = async () => (await findings()).map(({ code }) => code)
const EARLIER = '2026-01-10T19:00:00.000Z'
const LATER = '2026-01-10T20:09:00.000Z'
const OTHERS = 'f'.repeat(64)

test('rows as they were stored are clean, and are counted', async () => {
  const before = await house.verify()
  expect(codesOf(before)).toEqual([])
  expect(before.evidence).toBeGreaterThan(0)
  await quote()
  await history()
  const report = await house.verify()
  expect(codesOf(report)).toEqual([])
  expect(report.evidence).toBe(before.evidence + 2)
})

describe('the message behind a bet', () => {
  test.each([
    ['changed', `set body = body || ' '`, 'provider_message_mismatch'],
    ['of another hash', `set hash = '${OTHERS}'`, 'quote_message_gone'],
    ['about another game', `set fixture_id = 'another'`, 'quote_message_gone'],
    ['of another kind', `set kind = 'score'`, 'provider_message_mismatch'],
    ['fetched after the bet', `set fetched_at = '${LATER}'`, 'provider_message_mismatch'],
  ])('%s is found once, with its bet', async (_, change, code) => {
    await quote()
    await history()
    await house.owner.query(`update app.provider_message ${change} where hash = $1`, [leg.message])
    const found = await findings()
    expect(found.map((one) => one.code)).toEqual([code])
    expect(found[0]!.subject).toMatch(new RegExp(`^provider_message ${leg.message} of account-[0-9a-f]{32}@\\d+$`))
  })

  test('that is gone is found', async () => {
    await house.owner.query('delete from app.provider_message where hash = $1', [leg.message])
    expect(await codes()).toEqual(['quote_message_gone'])
  })

  test('that tells another price is found', async () => {
    const { owner } = house
    await owner.query(`create table kept as table log.events`)
    await owner.query(
      `update log.events set body = replace(body, '"odds":"1.85"', '"odds":"1.95"') where type = 'BetPlaced'`,
    )
    const found = (await findings()).filter(({ code }) => code === 'quote_contradicted')
    await owner.query('delete from log.events; insert into log.events table kept; drop table kept')
    const subjects = found.map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining(`provider_message ${leg.message} of account-`))
    expect(found[0]).toMatchObject({
      expected: expect.stringContaining('1.95 at'),
      actual: expect.stringMatching(/^1\.85 at/),
    })
  })
})

describe('a message of another game, with the same teams, score and price', () => {
  const SAME: readonly (readonly [string, string])[] = [
    ['a bet', 'BetPlaced'],
    ['a result', 'ResultRecorded'],
  ]
  test.each(SAME)('is found where %s names it as its own', async (_, type) => {
    const { owner } = house
    const { rows } = await owner.query<{ number: string; message: string; fixture: string; said: string }>(
      `select e.position as number, m.hash as message, m.fixture_id as fixture, m.body as said from log.events e
       join app.provider_message m on strpos(e.body, m.hash) > 0 where e.type = $1 order by 1 desc limit 1`,
      [type],
    )
    const { number, message, fixture, said } = rows[0]!
    const body = JSON.stringify({ ...JSON.parse(said), id: 'of another game' })
    const hash = createHash('sha256').update(body).digest('hex')
    await owner.query(
      `insert into app.provider_message (hash, fixture_id, kind, fetched_at, body)
       select $1, fixture_id, kind, fetched_at, $2 from app.provider_message where hash = $3 and fixture_id = $4`,
      [hash, body, message, fixture],
    )
    const before = await owner.query<{ body: string }>('select body from log.events where position = $1', [number])
    const replaced = 'update log.events set body = replace(body, $2, $3) where position = $1'
    await owner.query(replaced, [number, message, hash])
    const found = (await findings()).filter(({ code }) => code === 'provider_message_mismatch')
    await owner.query('update log.events set body = $2 where position = $1', [number, before.rows[0]!.body])
    expect(found).toMatchObject([
      {
        subject: expect.stringContaining(hash),
        expected: `a game that the ledger has as fixture ${fixture}`,
        actual: 'game of another game',
      },
    ])
  })
})

describe('the messages behind a result', () => {
  let read: string
  beforeAll(async () => {
    const { rows } = await house.owner.query<{ body: string }>(
      "select body from log.events where type = 'ResultRecorded' order by position",
    )
    const results = rows.map(({ body }) => JSON.parse(body).data as { source: string; reads: { message: string }[] })
    read = results.find(({ source }) => source === 'feed')!.reads[0]!.message
  })

  test.each([
    ['changed', `update app.provider_message set body = 'what it never said'`, 'provider_message_mismatch'],
    ['of another kind', `update app.provider_message set kind = 'odds'`, 'provider_message_mismatch'],
    ['about another game', `update app.provider_message set fixture_id = 'another'`, 'result_message_gone'],
    ['gone', 'delete from app.provider_message', 'result_message_gone'],
  ])('%s are found', async (_, change, code) => {
    await house.owner.query(`${change} where hash = $1`, [read])
    const found = await findings()
    expect(found.map((one) => one.code)).toEqual([code])
    expect(found[0]!.subject).toMatch(new RegExp(`^provider_message ${read} of fixture-`))
  })
})

/** Another value for a cell. */
const other = (value: unknown) =>
  typeof value === 'boolean'
    ? !value
    : typeof value === 'number'
      ? value + 1
      : `${value}`.endsWith('Z')
        ? LATER
        : `${value}1`

describe('a price on the board', () => {
  test.each(EVIDENCE['app.quote']!)('whose %s was changed is found', async (column) => {
    await quote({ [column]: other(quoteOf(leg)[column as keyof ReturnType<typeof quoteOf>]) })
    expect(await codes()).toEqual(['quote_row_mismatch'])
  })

  test.each(['seal_feed', 'seal_version', 'seal_index', 'seal_size', 'seal_path'])(
    'without its %s is found',
    async (part) => {
      await quote({ [part]: null })
      expect(await codes()).toEqual(['quote_row_mismatch'])
    },
  )

  test.each([
    ['before the bet was struck at it', EARLIER],
    ['when its seal was two days old', '2026-01-12T00:00:00.000Z'],
  ])('that was fetched %s is found', async (_, fetched_at) => {
    await quote({ fetched_at })
    expect(await codes()).toEqual(['quote_row_mismatch'])
  })

  test('that nobody bet on is found, too', async () => {
    await quote({ market: 'totals', point: '2.5', selection: 'over', selection_name: 'Over 2.5' })
    expect((await findings()).map(({ code, subject }) => [code, subject])).toEqual([
      ['quote_row_mismatch', `quote ${leg.fixture} totals 2.5 over`],
    ])
  })

  test('that was confirmed since, or replaced the one that was bet on, is clean', async () => {
    expect(earlier).toMatchObject({ fixture: later!.fixture, selection: later!.selection })
    await insert('quote', quoteOf(later!))
    await quote({ fetched_at: '2026-01-11T23:59:59.000Z' })
    expect(await codes()).toEqual([])
  })

  test('from before prices were published is counted', async () => {
    const seal = { seal_feed: null, seal_version: null, seal_index: null, seal_size: null, seal_path: null }
    await quote({ ...seal, message_hash: OTHERS })
    const { findings, olderNotCovered } = await house.verify()
    expect(findings).toEqual([])
    expect(olderNotCovered).toContainEqual(expect.objectContaining({ count: 1, of: expect.stringContaining('prices') }))
  })
})

describe('the history of a price', () => {
  test.each(EVIDENCE['app.quote_history']!)('whose %s was changed is found', async (column) => {
    await history({ [column]: other(priceOf(leg)[column as keyof ReturnType<typeof priceOf>]) })
    expect(await codes()).toEqual(['quote_row_mismatch'])
  })

  test('that was never a price, or was fetched before its message, is found', async () => {
    await history({ odds: null })
    await history({ fetched_at: EARLIER })
    expect(await codes()).toEqual(['quote_row_mismatch', 'quote_row_mismatch'])
  })

  test('of another bookmaker in the message is found where the bet was struck, and clean when it came later', async () => {
    const others = { bookmaker: OTHER_BOOKMAKER, odds: '1.95' }
    await history({ ...others, fetched_at: LATER })
    expect(await codes()).toEqual([])
    await history(others)
    expect(new Set(await codes())).toEqual(new Set(['quote_row_mismatch']))
  })

  test('that was taken off later, or is of a message of its own, is clean', async () => {
    await history({ odds: null, fetched_at: LATER })
    await insert('quote_history', priceOf(later!))
    expect(await codes()).toEqual([])
  })

  test('without a message is found, whether somebody bet on it or not', async () => {
    await history({ message_hash: OTHERS })
    expect((await findings()).map(({ code, actual }) => [code, actual])).toEqual([['quote_row_mismatch', OTHERS]])
  })
})
