// What is stored of the quotes behind bets: the provider's messages and the rows of prices. Changed, they are found; missing,
// they were pruned.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Leg } from '#domain/bet/bet-events.ts'
import { codesOf, type House, openHouse } from './house.ts'

let house: House
let leg: Leg
beforeAll(async () => {
  house = await openHouse()
  const { rows } = await house.owner.query<{ legs: Leg[] }>(
    "select legs from app.bet where status = 'pending' order by placed_at desc limit 1",
  )
  leg = rows[0]!.legs[0]!
})
afterAll(() => house.close())

/** The leg's row in app.quote, with its seal. */
const quote = (changes: Record<string, unknown> = {}) =>
  insert('quote', {
    ...priceOf(leg),
    selection_name: leg.selectionName,
    draw_offered: leg.drawOffered === true,
    seal_feed: leg.seal!.feed,
    seal_version: leg.seal!.version,
    seal_index: leg.seal!.index,
    seal_size: leg.seal!.size,
    seal_path: leg.seal!.path,
    ...changes,
  })
const history = (changes: Record<string, unknown> = {}) => insert('quote_history', { ...priceOf(leg), ...changes })
const message = (body: string, hash = leg.message) =>
  insert('provider_message', {
    hash,
    fixture_id: leg.fixture,
    kind: 'odds',
    fetched_at: leg.fetchedAt,
    body,
  })

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

const clear = () => house.owner.query('truncate app.quote, app.quote_history, app.provider_message')
beforeEach(clear)
afterEach(clear)

const codes = async () => (await house.verify()).findings.map(({ code }) => code)
const LATER = '2026-01-10T20:09:00.000Z'

/** What hashCommand makes the message's hash of. */
const BODY = '"night one"'

test('rows as they were stored are clean, and are counted', async () => {
  await quote()
  await history()
  await message(BODY)
  const report = await house.verify()
  expect(codesOf(report)).toEqual([])
  expect(report.evidence).toBe(3)
})

test('a message that was changed is found', async () => {
  await message(`${BODY} `)
  const [finding, ...others] = (await house.verify()).findings
  expect(others).toEqual([])
  expect(finding).toMatchObject({ code: 'provider_message_mismatch', expected: leg.message })
  expect(finding!.subject).toContain(leg.message)
})

test('the messages behind results are looked at', async () => {
  const { rows } = await house.owner.query<{ body: string }>(
    "select body from log.events where type = 'ResultRecorded' order by position",
  )
  const results = rows.map(({ body }) => JSON.parse(body).data as { source: string; reads: { message: string }[] })
  const read = results.find(({ source }) => source === 'feed')!.reads[0]!
  await message('what the provider never said', read.message)
  const [finding, ...others] = (await house.verify()).findings
  expect(others).toEqual([])
  expect(finding).toMatchObject({ code: 'provider_message_mismatch', expected: read.message })
})

test.each([
  ['odds', { odds: '1.84' }],
  ['bookmaker', { bookmaker: 'southbook' }],
  ['time', { quoted_at: LATER }],
  ['name', { selection_name: 'A\\B' }],
  ['draw', { draw_offered: false }],
])('a price whose %s was changed is found', async (_, change) => {
  await quote(change)
  expect(await codes()).toEqual(['quote_row_mismatch'])
})

test.each([
  ['odds', { odds: '1.84' }],
  ['bookmaker', { bookmaker: 'southbook' }],
  ['time', { quoted_at: LATER }],
])('history whose %s was changed is found', async (_, change) => {
  await history(change)
  expect(await codes()).toEqual(['quote_row_mismatch'])
})

test('a price that replaced it says something else', async () => {
  await quote({ odds: '1.40', seal_version: leg.seal!.version + 1, message_hash: 'f'.repeat(64) })
  await history({ odds: null, fetched_at: LATER })
  await history({ bookmaker: 'southbook', fetched_at: LATER })
  await history({ odds: '1.40', message_hash: 'f'.repeat(64) })
  expect(await codes()).toEqual([])
})
