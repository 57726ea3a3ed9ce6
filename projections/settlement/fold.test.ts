// The settlement model over time: what a correction reaches and what is forgotten, however the log is folded.
import { describe, expect, it } from 'vitest'
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'
import { verify } from '#services/auditor/verify.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { newDatabase, newLog, newProjector, untilFolded } from '../testing/environment.ts'
import { pagedStore } from '../testing/paged-store.ts'
import { randomScenario, type ScenarioStep } from '../testing/scenario.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { type Rows, readModels, writeLog } from '../testing/write-log.ts'
import { settlementProjection } from './fold.ts'

const START = Date.parse('2026-11-20T12:00:00.000Z')

/** The same history, but that many times as slow. */
function stretched(seed: number, steps: number, times: number): ScenarioStep[] {
  const later = (at: string) => new Date(START + (Date.parse(at) - START) * times).toISOString()
  return randomScenario(seed, steps, { resettles: false }).map((step) => ({
    ...step,
    meta: { ...step.meta, at: later(step.meta.at), recordedAt: later(step.meta.recordedAt) },
  }))
}

/** Only this read model: rows of others are not looked at here. */
const projections = [settlementProjection]
const TABLES = settlementProjection.tables.map(({ name }) => name)
const settlementOf = (rows: Rows) => Object.fromEntries(TABLES.map((table) => [table, rows[table]]))

type SettledBet = { readonly bet_id: string }
type Superseded = { readonly bet_id: string }

/** The rows in batches of several sizes, and by rebuilds with little and with much memory. */
async function foldedInEveryWay(scenario: readonly ScenarioStep[]): Promise<Record<string, unknown[]>[]> {
  const store = await newLog()
  const last = await writeLog(store, scenario)
  const random = new SeededRandom(7)
  const results: Record<string, unknown[]>[] = []
  for (const size of [() => 1, () => 1 + random.below(40), () => 500]) {
    const { url } = await newDatabase()
    const projector = newProjector({ store: pagedStore(store, size), url, projections })
    await untilFolded(url, last)
    await projector.stop()
    results.push(settlementOf(await readModels(url)) as Record<string, unknown[]>)
  }
  const { url } = await newDatabase()
  for (const rowsInMemory of [1, 40, 100_000]) {
    await rebuild({ store, url, projections, rowsInMemory })
    results.push(settlementOf(await readModels(url)) as Record<string, unknown[]>)
  }
  return results
}

/** A game that is listed and decided that long after the last step: what has left the window by then is forgotten. */
function decidedLater({ meta }: ScenarioStep, ms: number): ScenarioStep[] {
  const at = new Date(Date.parse(meta.at) + ms).toISOString()
  const score = { home: 1, away: 0 }
  const teams = { league: 'soccer_epl', home: 'Late', away: 'Later' }
  const result = { score, regulation: score, source: 'admin' as const, reads: [], closedAt: at }
  return [
    {
      stream: `fixture-${'e'.repeat(32)}`,
      meta: { ...meta, at, recordedAt: at },
      events: [
        { type: 'FixtureListed', schema: 1, data: { source: 'house', providerId: null, startsAt: meta.at, ...teams } },
        { type: 'ResultRecorded', schema: 2, data: result },
      ],
    },
  ]
}

/** The auditor's findings in the tables of settlement. */
async function findingsOn(scenario: readonly ScenarioStep[]) {
  const { url } = await newDatabase()
  const store = await newLog(url)
  const last = await writeLog(store, scenario)
  const projector = newProjector({ store, url })
  await untilFolded(url, last)
  await projector.stop()
  const { findings } = await verify({ url })
  return findings.filter(({ subject }) => TABLES.includes(subject.split(' ')[0]!))
}

describe('settlement over a month', () => {
  it('is the same in batches of any size, and in a rebuild with little memory', async () => {
    const scenario = stretched(6, 400, 60)
    const results = await foldedInEveryWay(scenario)
    for (const result of results) expect(result).toEqual(results[0])

    const rows = results[0]!
    const superseded = new Set((rows.superseded_bet as Superseded[]).map(({ bet_id }) => bet_id))
    const timed = scenario.filter(({ events: [event] }) =>
      /^(BetSettled|BetVoided|Result|FixtureAbandoned)/.test(event!.type),
    )
    const newest = Math.max(...timed.map(({ meta }) => Date.parse(meta.at)))
    const settled = timed.flatMap(({ meta, events }) =>
      events.flatMap(({ type, data }) =>
        type === 'BetSettled' || type === 'BetVoided' ? [{ bet: data.bet, at: Date.parse(meta.at) }] : [],
      ),
    )
    const expected = settled.filter(
      ({ bet, at }) => at >= newest - RESETTLEMENT_WINDOW_MS - HOUR || superseded.has(bet),
    )
    expect((rows.settled_bet as SettledBet[]).map(({ bet_id }) => bet_id).sort()).toEqual(
      expected.map(({ bet }) => bet).sort(),
    )
    expect(superseded.size).toBeGreaterThan(0)
    expect(expected.length).toBeGreaterThan(superseded.size)
    expect(expected.length).toBeLessThan(settled.length)
  })

  it('that is made again is the same however it is folded, and is read alike by the auditor', async () => {
    const scenario = randomScenario(25, 1_000)
    const kinds = scenario.flatMap(({ events }) => events).filter(({ type }) => type === 'BetResettled')
    expect(kinds.length).toBeGreaterThan(10)
    const asTheWindowPassed = [...scenario, ...decidedLater(scenario.at(-1)!, RESETTLEMENT_WINDOW_MS + 2 * HOUR)]
    for (const history of [scenario, asTheWindowPassed]) {
      const results = await foldedInEveryWay(history)
      for (const result of results) expect(result).toEqual(results[0])
      expect(await findingsOn(history)).toEqual([])
    }
  })

  it('of voided markets is the same however it is folded, and is read alike by the auditor', async () => {
    const scenario = randomScenario(26, 1_000, { voids: true })
    const legs = scenario
      .flatMap(({ events }) => events)
      .flatMap((event) => (event.type === 'BetSettled' ? event.data.legs : []))
    expect(legs.some(({ voidReason }) => voidReason === 'market-voided')).toBe(true)
    const results = await foldedInEveryWay(scenario)
    for (const result of results) expect(result).toEqual(results[0])
    expect(await findingsOn(scenario)).toEqual([])
  })

  it('that is opened, settled again and resettled counts from when it was settled again', async () => {
    const history = randomScenario(297, 1_100, { pace: 5 })
    const lives = new Map<string, { readonly what: string; readonly at: string }[]>()
    for (const { events, meta } of history) {
      for (const { type, data } of events) {
        if (type !== 'BetSettled' && type !== 'BetResettled') continue
        const what = type === 'BetSettled' ? 'settled' : data.settlement === null ? 'opened' : 'resettled'
        lives.set(data.bet, [...(lives.get(data.bet) ?? []), { what, at: meta.at }])
      }
    }
    const [bet, life] = [...lives].find(([, life]) =>
      /opened settled resettled$/.test(life.map(({ what }) => what).join(' ')),
    )!
    const newest = Date.parse(history.at(-1)!.meta.at)
    expect(Date.parse(life[0]!.at)).toBeLessThan(newest - RESETTLEMENT_WINDOW_MS - HOUR)

    const results = await foldedInEveryWay(history)
    for (const result of results) expect(result).toEqual(results[0])
    const row = (results[0]!.settled_bet as { bet_id: string; settled_at: Date }[]).find(({ bet_id }) => bet_id === bet)
    expect(new Date(row!.settled_at).toISOString()).toBe(life.at(-2)!.at)
    expect(await findingsOn(history)).toEqual([])
  })

  it('is read alike by the auditor', async () => {
    expect(await findingsOn(stretched(6, 400, 60))).toEqual([])
  })

  it.each([
    ['within the window is queued', RESETTLEMENT_WINDOW_MS - 60_000, 1],
    ['after the window is not', RESETTLEMENT_WINDOW_MS + 60_000, 0],
  ])('a bet whose result was corrected %s', async (_when, after, queued) => {
    const scenario = randomScenario(6, 400)
    const settledAt = scenario.findIndex(({ events: [event] }) => event?.type === 'BetSettled')
    const { events, meta } = scenario[settledAt]!
    const settlement = events[0]!.data as { bet: string; legs: { fixture: string; result: number }[] }
    const { fixture, result } = settlement.legs[0]!
    const before = scenario.slice(0, settledAt + 1)
    const version = before.reduce(
      (sum, step) => sum + (step.stream === `fixture-${fixture}` ? step.events.length : 0),
      0,
    )
    const at = new Date(Date.parse(meta.at) + after).toISOString()
    const score = { home: 9, away: 9 }
    const data = { score, regulation: score, source: 'admin' as const, reads: [], closedAt: meta.at, replaces: result }
    const correction: ScenarioStep = {
      stream: `fixture-${fixture}`,
      meta: { ...meta, at, recordedAt: at },
      events: [{ type: 'ResultCorrected', schema: 2, data }],
    }
    const store = await newLog()
    const last = await writeLog(store, [...before, correction])
    for (const size of [1, 500]) {
      const { url } = await newDatabase()
      const projector = newProjector({ store: pagedStore(store, () => size), url, projections })
      await untilFolded(url, last)
      await projector.stop()
      const rows = await readModels(url)
      const found = (rows.superseded_bet as Superseded[]).filter(({ bet_id }) => bet_id === settlement.bet)
      expect(found).toHaveLength(queued)
      if (queued) expect(found[0]).toMatchObject({ fixture_id: fixture, current_result: version })
    }
  })
})
