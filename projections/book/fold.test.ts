// The book's sums, whatever happened: they follow from the events, they add up to the house's profit, and at every
// moment liability is what the open bets and their games imply.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BetPlaced, Leg } from '#domain/bet/bet-events.ts'
import type { DomainEvent } from '#domain/events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { type DecidingEvent, outcomeAfter } from '#domain/fixture/outcome-after.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { gradeLeg, struckLeg } from '#domain/settlement/grade-leg.ts'
import type { Grade } from '#domain/settlement/grades.ts'
import { commitment } from '#domain/testing/samples.ts'
import { type Step, stepOfBets } from '#domain/testing/step.ts'
import { History } from '#domain/testing/steps.ts'
import { World } from '#domain/testing/world.ts'
import { verify } from '#services/auditor/verify.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { accounts } from '../accounts/fold.ts'
import { bets } from '../bets/fold.ts'
import type { LedgerEvent, RawEvent } from '../event.ts'
import { houseProjection } from '../house/fold.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { applyBatch } from '../runner/apply-batch.ts'
import { BEGINNING, checkpointAt, createCheckpoints } from '../runner/checkpoint.ts'
import { newClient, newDatabase, newLog, newProjector, progress, until, untilFolded } from '../testing/environment.ts'
import { pagedStore } from '../testing/paged-store.ts'
import { randomScenario, type ScenarioStep } from '../testing/scenario.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { LogWriter, type Rows, readModels, writeLog } from '../testing/write-log.ts'
import { bookProjection } from './fold.ts'

type Event = DomainEvent & { readonly stream: string; readonly version: number; readonly meta: Pick<CommandMeta, 'at'> }
type Table = Record<string, number | string>[]

/** Only those whose rows the laws read. */
const projections = [accounts, bets, houseProjection, bookProjection]
const TABLES = bookProjection.tables.map(({ name }) => name)
const bookOf = (rows: Rows) => Object.fromEntries(TABLES.map((table) => [table, rows[table]]))
const parisDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })
const sum = (rows: Table, column: string) => rows.reduce((total, row) => total + Number(row[column]), 0)

function eventsOf(steps: readonly ScenarioStep[]): Event[] {
  const versions = new Map<string, number>()
  return steps.flatMap(({ stream, meta, events }) =>
    events.map((event) => {
      const version = (versions.get(stream) ?? -1) + 1
      versions.set(stream, version)
      return { ...(event as DomainEvent), stream, version, meta }
    }),
  )
}

/** What the house made, by day, league and market, counted from the events. */
function daysOf(events: readonly Event[]): Map<string, number> {
  const placed = new Map<string, BetPlaced>()
  const profit = new Map<string, number>()
  const add = (bet: string, at: string, cents: number) => {
    const { legs } = placed.get(bet)!
    const leagues = [...new Set(legs.map(({ league }) => league))]
    const market = legs.length === 1 ? legs[0]!.market : 'parlay'
    const key = `${parisDay.format(new Date(at))} ${leagues.length === 1 ? leagues[0] : 'several'} ${market}`
    profit.set(key, (profit.get(key) ?? 0) + cents)
  }
  for (const { type, data, meta } of events) {
    if (type === 'BetPlaced') {
      placed.set(data.bet, data)
      add(data.bet, meta.at, 0)
    } else if (type === 'BetSettled') add(data.bet, meta.at, data.stakeCents - data.returnCents)
    else if (type === 'BetVoided') add(data.bet, meta.at, 0)
    else if (type === 'BetResettled') {
      const { bet, stakeCents, reversedReturnCents, settlement } = data
      add(bet, meta.at, reversedReturnCents - stakeCents)
      if (settlement !== null) add(bet, meta.at, stakeCents - settlement.returnCents)
    }
  }
  return profit
}

const DECIDING = new Set(['ResultRecorded', 'ResultCorrected', 'FixtureAbandoned', 'MarketDecided', 'FixtureVoided'])

/** What a bet returns with these grades, in exact fractions; undecided legs count as won. */
function mostOf({ stakeCents, legs }: BetPlaced, gradeOf: (leg: Leg) => Grade | undefined): number {
  const grades = legs.map((leg) => ({ grade: gradeOf(leg) ?? 'won', price: BigInt(leg.odds.replace('.', '')) }))
  let [n, d] = [1n, 1n]
  for (const { grade, price } of grades) {
    const counts = { won: [price, 100n], 'half-won': [price + 100n, 200n], void: [1n, 1n], 'half-lost': [1n, 2n] }
    const [over, under] = grade === 'lost' ? [0n, 1n] : (counts[grade] as [bigint, bigint])
    n *= over
    d *= under
  }
  const halfUp = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)
  const stake = BigInt(stakeCents)
  const isExact = grades.some(({ grade }) => grade.startsWith('half'))
  return Number(isExact ? halfUp(stake * n, d) : halfUp(stake * halfUp(100n * n, d), 100n))
}

/**
 * Of open bets, by outcome: number, stakes and potential returns of singles, then of parlays, and what both can still
 * return.
 */
function liabilityOf(events: readonly Event[]): Map<string, readonly number[]> {
  const placed = new Map<string, { readonly bet: BetPlaced; readonly at: string }>()
  const open = new Set<string>()
  const outcomes = new Map<string, FixtureOutcome>()
  for (const event of events) {
    const { type, data, stream, meta } = event
    if (type === 'BetPlaced') {
      placed.set(data.bet, { bet: data, at: meta.at })
      open.add(data.bet)
    } else if (type === 'BetSettled' || type === 'BetVoided') open.delete(data.bet)
    else if (type === 'BetResettled' && data.settlement === null) open.add(data.bet)
    else if (DECIDING.has(type)) {
      const fixture = stream.slice('fixture-'.length)
      outcomes.set(fixture, outcomeAfter(fixture, outcomes.get(fixture) ?? null, event as DecidingEvent))
    }
  }
  const pays = new Map<string, readonly number[]>()
  for (const id of open) {
    const { bet, at } = placed.get(id)!
    const most = mostOf(bet, (leg) => {
      const outcome = outcomes.get(leg.fixture)
      return (outcome && gradeLeg(struckLeg(leg), at, outcome))?.grade
    })
    const sums = [1, bet.potentialReturnCents, most]
    for (const { fixture, market, point = '', selection } of bet.legs) {
      const key = [fixture, market, point, selection].join(' ')
      const before = pays.get(key) ?? [0, 0, 0, 0, 0, 0]
      const more = bet.legs.length === 1 ? [...sums, 0, 0, 0] : [0, 0, 0, ...sums]
      pays.set(
        key,
        before.map((sum, index) => sum + more[index]!),
      )
    }
  }
  return pays
}

/** The rows of liability in the form of `liabilityOf`. */
const liabilityIn = (rows: Table) =>
  new Map(
    rows.map((row) => [
      [row.fixture_id, row.market, row.point, row.selection].join(' '),
      [
        ...[row.singles, row.returns_cents, row.most_singles_cents],
        ...[row.parlays, row.parlay_returns_cents, row.most_parlays_cents],
      ].map(Number),
    ]),
  )

function expectLaws(rows: Rows, events: readonly Event[]): void {
  const [house] = rows.house as Table
  const days = rows.house_day as Table
  expect(sum(days, 'stakes_cents') - sum(days, 'returns_cents')).toBe(house!.profit_cents)
  expect(sum(days, 'settled')).toBe(house!.settled_bets)
  expect(sum(days, 'placed')).toBe(Number(house!.settled_bets) + Number(house!.open_bets))
  expect(sum(days, 'placed')).toBe((rows.bet as Table).length)
  const profits = days.map((row) => [
    `${row.day} ${row.league} ${row.market}`,
    Number(row.stakes_cents) - Number(row.returns_cents),
  ])
  expect(new Map(profits as [string, number][])).toEqual(daysOf(events))

  expect(liabilityIn(rows.liability as Table)).toEqual(liabilityOf(events))
  for (const row of rows.liability as Table) {
    expect(row.exposure_cents).toBe(Number(row.returns_cents) + Number(row.parlay_returns_cents))
    expect(row.most_cents).toBe(Number(row.most_singles_cents) + Number(row.most_parlays_cents))
    expect(Number(row.singles) + Number(row.parlays)).toBeGreaterThan(0)
  }
  const open = (rows.bet as Table).filter(({ status, market }) => status === 'pending' && market !== 'parlay')
  expect(sum(rows.liability as Table, 'singles')).toBe(open.length)
  expect(sum(rows.liability as Table, 'stakes_cents')).toBe(sum(open, 'stake_cents'))

  const bettors = (rows.account as Table).filter(({ role }) => role === 'user')
  expect([house!.bettors, house!.wallets_cents]).toEqual([bettors.length, sum(bettors, 'wallet_cents')])
}

async function* inPages(store: EventStore, size: number): AsyncGenerator<readonly RawEvent[]> {
  for await (const page of store.readAll(null, 1_000)) {
    for (let at = 0; at < page.length; at += size) yield page.slice(at, at + size)
  }
}

/** Steps of a history that the domain's own deciders made. */
function stepsOf(script: readonly Step[]): ScenarioStep[] {
  const world = new World()
  const history = new History(world)
  history.prepare()
  for (const one of script) history.perform(one)
  history.finish()
  return world.log.map(({ stream, meta, type, schema, data }) => ({
    stream,
    meta: { ...meta, recordedAt: meta.at },
    events: [{ type, schema, data }] as unknown as ScenarioStep['events'],
  }))
}

/** The event as it comes out of the store. */
const numbered = (event: Event, number: number): LedgerEvent =>
  ({
    ...event,
    number,
    position: String(number + 1),
    subject: event.stream.slice(event.stream.indexOf('-') + 1),
    hash: commitment(String(number)),
  }) as LedgerEvent

describe('the book', () => {
  it('agrees with the events of any history, however they are folded', () =>
    fc.assert(
      fc.asyncProperty(fc.array(stepOfBets, { minLength: 150, maxLength: 400, size: 'max' }), async (script) => {
        const steps = stepsOf(script)
        const { url } = await newDatabase()
        const store = await newLog(url)
        await writeLog(store, steps)
        await rebuild({ store, url, projections, rowsInMemory: 1, readLog: () => inPages(store, 7) })
        const rows = await readModels(url)
        expectLaws(rows, eventsOf(steps))
        await rebuild({ store, url, projections })
        expect(bookOf(await readModels(url))).toEqual(bookOf(rows))
      }),
      { numRuns: 8 },
    ))

  it('is the same in batches of any size, keeps the laws, and is read alike by the auditor', async () => {
    const scenario = randomScenario(297, 1_200, { pace: 5 })
    const kinds = new Set(
      eventsOf(scenario).map(({ type, data }) =>
        type === 'BetResettled' ? `${type} ${data.settlement === null ? 'open' : 'anew'}` : type,
      ),
    )
    for (const kind of ['BetSettled', 'BetVoided', 'BetResettled open', 'BetResettled anew']) {
      expect(kinds).toContain(kind)
    }
    const random = new SeededRandom(7)
    const results: unknown[] = []
    for (const size of [() => 1, () => 1 + random.below(40), () => 500]) {
      const { url } = await newDatabase()
      const store = await newLog(url)
      const last = await writeLog(store, scenario)
      const projector = newProjector({ store: pagedStore(store, size), url, projections })
      await untilFolded(url, last)
      await projector.stop()
      const rows = await readModels(url)
      expectLaws(rows, eventsOf(scenario))
      results.push(bookOf(rows))
      const { findings } = await verify({ url })
      const tables = new Set([...TABLES, 'house'])
      expect(findings.filter(({ subject }) => tables.has(subject.split(' ')[0]!))).toEqual([])
    }
    for (const result of results) expect(result).toEqual(results[0])
  })

  it('has at every moment what open bets can still return', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    await client.query('set search_path = app')
    // a seed that is always among them
    const [seed, lessThanStruck] = [213, new Set<string>()]
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), async (any, sizes) => {
        const events = eventsOf(randomScenario(any, 400, { voids: true }))
        await client.query(`truncate projection_checkpoint, ${TABLES.join(', ')}`)
        await createCheckpoints(client, [bookProjection], store.logId)
        let from = BEGINNING
        for (let [at, batch] = [0, 0]; at < events.length; batch++) {
          const page = events
            .slice(at, at + sizes[batch % sizes.length]!)
            .map((event, index) => numbered(event, at + index))
          expect(await applyBatch(client, store.logId, [bookProjection], from, page)).toEqual([])
          from = checkpointAt(page.at(-1)!)
          at += page.length
          const { rows } = await client.query('select * from liability')
          expect(liabilityIn(rows)).toEqual(liabilityOf(events.slice(0, at)))
          if (any !== seed) continue
          for (const row of rows) {
            if (row.most_singles_cents < row.returns_cents) lessThanStruck.add('single')
            if (row.most_parlays_cents < row.parlay_returns_cents && row.most_parlays_cents > 0)
              lessThanStruck.add('parlay')
          }
        }
      }),
      { numRuns: 5, examples: [[seed, [7]]] },
    )
    expect(lessThanStruck.size).toBe(2)
  })

  it('stops at the end of a bet without a row', async () => {
    const scenario = randomScenario(5, 400)
    const at = scenario.findIndex(({ events: [event] }) => event!.type === 'BetSettled')
    const { bet } = scenario[at]!.events[0]!.data as { bet: string }
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    for (const step of scenario.slice(0, at)) await writer.write(step)
    await rebuild({ store, url })
    const client = await newClient(url)
    await client.query('delete from app.book_bet where bet_id = $1', [bet])
    await writer.write(scenario[at]!)
    newProjector({ store, url })
    await until(async () => {
      const { book, bets } = await progress(client)
      expect(book?.failed).toMatch(/BetSettled.*there is no row of bet/)
      expect(bets).toEqual({ number: writer.events, failed: null })
    })
  })

  it('if somebody changed it, is found out by the auditor, cell by cell', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    await writeLog(store, randomScenario(7, 400))
    await rebuild({ store, url })
    const client = await newClient(url)
    await client.query(`
      update app.house_day set returns_cents = returns_cents + 1 where ctid = (select min(ctid) from app.house_day);
      delete from app.liability where ctid = (select max(ctid) from app.liability);
      update app.liability set singles = singles + 1, exposure_cents = 0, most_parlays_cents = 5, most_cents = 7
        where ctid = (select min(ctid) from app.liability);
      update app.book_bet set league = 'nowhere', prices = '[]', placed_at = now()
        where ctid = (select min(ctid) from app.book_bet);
      delete from app.book_leg where ctid = (select max(ctid) from app.book_leg);
      update app.book_leg set leg = 7 where ctid = (select min(ctid) from app.book_leg);
      update app.book_decision set type = 'FixtureAbandoned', data = '{}'
        where ctid = (select min(ctid) from app.book_decision);
      update app.house set bettors = 0, wallets_cents = 1`)
    const { findings } = await verify({ url })
    const tables = new Set([...TABLES, 'house'])
    const found = findings
      .filter(({ subject }) => tables.has(subject.split(' ')[0]!))
      .map(({ code, subject, expected }) => `${code} ${subject.split(' ')[0]} ${expected.split(' ')[0]}`)
    expect(found.sort()).toEqual([
      'row_different book_bet league',
      'row_different book_bet placed_at',
      'row_different book_bet prices',
      'row_different book_decision data',
      'row_different book_decision type',
      'row_different house bettors',
      'row_different house wallets_cents',
      'row_different house_day returns_cents',
      'row_different liability exposure_cents',
      'row_different liability most_cents',
      'row_different liability most_parlays_cents',
      'row_different liability singles',
      'row_extra book_leg no',
      'row_missing book_leg a',
      'row_missing book_leg a',
      'row_missing liability a',
    ])
  })
})
