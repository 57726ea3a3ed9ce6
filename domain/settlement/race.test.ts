// Several settlement jobs race corrections of the results that they settle by, in every interleaving of reading
// fixtures, loading the account and appending with an expected version. The bet is settled once, by outcomes that were
// once in force.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideAccount } from '../account/decide.ts'
import type { AccountEvent } from '../account/events.ts'
import { evolveAccount } from '../account/evolve.ts'
import { initialAccount } from '../account/state.ts'
import type { BetSettled } from '../bet/bet-events.ts'
import type { CorrectResult, RecordResult } from '../fixture/commands.ts'
import { decideFixture } from '../fixture/decide.ts'
import type { FixtureEvent } from '../fixture/events.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { evolveFixture, fixtureOutcome, initialFixture } from '../fixture/state.ts'
import type { CommandMeta } from '../meta.ts'
import {
  at,
  BETTOR,
  betPlaced,
  commitment,
  feed,
  id,
  legOf,
  metaOf,
  opened,
  placeBet,
  received,
  settler,
} from '../testing/samples.ts'
import { settleBet } from './bet-settlement.ts'
import { struckLeg } from './grade-leg.ts'

const GAMES = ['one', 'two', 'three'].map(id)
const LEGS = GAMES.map((fixture) => legOf({ fixture }))
const BET = { stakeCents: 1000, placedAt: at(0), legs: LEGS.map(({ quote }) => struckLeg(quote!)) }

/** An append-only stream: an append needs the version that it was decided on. */
class Stream<Event> {
  readonly events: (Event & { version: number; meta: CommandMeta })[] = []
  append(expected: number, events: readonly Event[], meta: CommandMeta): boolean {
    if (expected !== this.events.length) return false
    for (const event of events) this.events.push({ ...event, version: this.events.length, meta })
    return true
  }
}

const metaNow = (who: Partial<CommandMeta>, command: string, seconds = 20_000): CommandMeta =>
  metaOf({ ...who, at: at(seconds), command: { id: id(command), hash: commitment('command') } })

function betting() {
  const account = new Stream<AccountEvent>()
  const past = [opened(), received(5_000), betPlaced(placeBet({ legs: LEGS }))]
  account.append(0, past, metaNow({}, 'past', 0))
  const fixtures = new Map(GAMES.map((game) => [game, new Stream<FixtureEvent>()]))
  for (const [game, stream] of fixtures) {
    const data = {
      source: 'feed',
      providerId: game,
      league: 'soccer_epl',
      home: 'A',
      away: 'B',
      startsAt: at(3600),
    } as const
    stream.append(0, [{ type: 'FixtureListed', schema: 1, data }], metaNow(feed, 'list'))
  }
  return { account, fixtures }
}
type Betting = ReturnType<typeof betting>

function fixtureNow({ fixtures }: Betting, game: string) {
  const state = initialFixture(game)
  for (const event of fixtures.get(game)!.events) evolveFixture(state, event)
  return state
}

/** Records or corrects results; each step is one command. */
function* corrector(house: Betting, scores: readonly { game: number; home: number; away: number }[]) {
  for (const [n, { game, home, away }] of scores.entries()) {
    const fixture = GAMES[game]!
    const state = fixtureNow(house, fixture)
    const type = state.outcome === null ? 'RecordResult' : 'CorrectResult'
    const reads = [10_000, 10_030].map((seconds) => ({ readAt: at(seconds), message: commitment('read') }))
    const points = { home, away }
    const result = { type, score: points, regulation: points, source: 'feed', reads, closedAt: at(9_000) } as
      | RecordResult
      | CorrectResult
    const meta = metaNow(feed, `score ${n}`)
    const decision = decideFixture(result, meta, state)
    if (decision.accepted) house.fixtures.get(fixture)!.append(state.version + 1, decision.events, meta)
    yield
  }
}

/** Reads the legs' fixtures one after the other, loads, decides and appends; decides again on a conflict. */
function* settlementJob(house: Betting, job: string) {
  const outcomes: FixtureOutcome[] = []
  for (const game of GAMES) {
    const outcome = fixtureOutcome(fixtureNow(house, game))
    if (outcome !== null) outcomes.push(outcome)
    yield
  }
  for (;;) {
    const state = initialAccount(BETTOR)
    for (const event of house.account.events) evolveAccount(state, event)
    const expected = house.account.events.length
    yield
    const meta = metaNow(settler, job)
    const decision = decideAccount({ type: 'SettleBet', bet: id('bet'), outcomes }, meta, state)
    if (!decision.accepted || house.account.append(expected, decision.events, meta)) return
    yield
  }
}

const score = fc.record({ game: fc.nat({ max: 2 }), home: fc.nat({ max: 2 }), away: fc.nat({ max: 2 }) })

describe('settlement jobs that race corrections', () => {
  it('settle once, and pay by the results that they name', () => {
    const outcomes = new Set<string>()
    let corrected = false
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 3, maxLength: 9, size: 'max' }),
        fc.array(fc.nat({ max: 3 }), { minLength: 20, maxLength: 60, size: 'max' }),
        (scores, schedule) => {
          const house = betting()
          const everyone = [
            corrector(house, [{ game: 0, home: 1, away: 0 }, { game: 1, home: 1, away: 0 }, ...scores]),
            ...['job a', 'job b', 'job c'].map((job) => settlementJob(house, job)),
          ]
          for (const who of schedule) everyone[who]!.next()
          for (const one of [...everyone, settlementJob(house, 'sweep')]) while (!one.next().done) {}

          const settlements = house.account.events.filter((event) => event.type === 'BetSettled')
          const inForce = GAMES.map((game) => fixtureOutcome(fixtureNow(house, game))).filter((one) => one !== null)
          if (settleBet(BET, inForce) !== null) expect(settlements).toHaveLength(1)
          expect(settlements.length).toBeLessThanOrEqual(1)
          for (const { data } of settlements) expect(data).toMatchObject(recomputed(house, data))
          for (const { data } of settlements) outcomes.add(data.outcome)
          corrected ||= settlements.some(({ data }) => data.legs.some(({ result }) => result > 1))
        },
      ),
      { numRuns: 2_000 },
    )
    expect([...outcomes].sort()).toEqual(['lost', 'won'])
    expect(corrected).toBe(true)
  })
})

/** What the bet is worth by the outcomes at the versions that the settlement names, read from the fixtures' streams. */
function recomputed(house: Betting, settled: BetSettled) {
  const outcomes = settled.legs.map(({ fixture, result }) => {
    const state = initialFixture(fixture)
    for (const event of house.fixtures.get(fixture)!.events.slice(0, result + 1)) evolveFixture(state, event)
    return fixtureOutcome(state)!
  })
  expect(outcomes.map(({ version }) => version)).toEqual(settled.legs.map(({ result }) => result))
  const settlement = settleBet(BET, outcomes)
  expect(settlement).not.toBeNull()
  return { outcome: settlement!.outcome, returnCents: settlement!.returnCents, legs: settlement!.legs }
}
