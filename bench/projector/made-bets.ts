// Bets as the product places them, and their settlement. The same arguments give the same events.
import type { BetPlaced } from '#domain/bet/bet-events.ts'
import { betPlaced, legOf, opened, placeBet } from '#domain/testing/samples.ts'
import type { ScenarioStep } from '#projections/testing/scenario.ts'
import { SeededRandom } from '#projections/testing/seeded-random.ts'
import { newBetId } from '#services/commands/bet-id.ts'

const BEGIN = Date.parse('2026-11-20T12:00:00.000Z')
const KICK_OFF = new Date(BEGIN + 48 * 3_600_000).toISOString()
const GAMES = 120
const LEAGUES = ['soccer_epl', 'soccer_italy_serie_a', 'basketball_nba', 'icehockey_nhl', 'tennis_atp_paris_masters']
const STAKES = [10, 25, 50, 100, 250]
/** One in this many bets is a parlay of three legs. */
const PARLAYS = 10
const GRANT_CENTS = 10_000_000
/** Bets on one game at prices from the same message of the provider. */
const BETS_OF_A_MESSAGE = 40
const STEPS_AT_ONCE = 200
/** For the bets that are measured, how many share a second in their ids, as in a busy product. */
const BETS_A_SECOND = 2_500
const FEED = { id: 'feed', role: 'system' } as const
const SETTLER = { id: 'settler', role: 'system' } as const

type Game = { readonly id: string; readonly league: string; message: string; bets: number }
type Placed = { readonly account: string; readonly data: BetPlaced }

/** `before`: bets that exist before those that are measured. */
export type BetsSize = { readonly accounts: number; readonly before: number; readonly bets: number }

/** Ledger numbers at which each part ends: what existed before, the bets that are measured, their settlement. */
export type Parts = { readonly before: number; readonly placed: number; readonly settled: number }

export class MadeBets {
  readonly #size: BetsSize
  readonly #random = new SeededRandom(1)
  #now = BEGIN
  /** The log begins with an event of its own. */
  #events = 1
  readonly #games: Game[] = []
  readonly #bettors: { readonly id: string; readonly session: string }[] = []
  #parts: Parts | null = null

  constructor(size: BetsSize) {
    this.#size = size
  }

  /** Available once all steps were read. */
  get parts(): Parts {
    if (this.#parts === null) throw new Error('the steps were not read')
    return this.#parts
  }

  async *steps(): AsyncGenerator<readonly ScenarioStep[]> {
    const { accounts, before, bets } = this.#size
    yield* manySteps(GAMES, () => this.#list())
    yield* manySteps(accounts, () => this.#open())
    // ids of old bets begin with any second
    yield* manySteps(before, () => this.#place(this.#random.id()).step)
    const beforeEnds = this.#events
    const placed: Placed[] = []
    yield* manySteps(bets, (n) => {
      const at = new Date(BEGIN + Math.floor((n * 1_000) / BETS_A_SECOND))
      const { step, ...bet } = this.#place(newBetId(at, this.#random.id()))
      placed.push(bet)
      return step
    })
    const placedEnds = this.#events
    yield this.#games.map((game) => this.#end(game))
    yield* manySteps(bets, (n) => this.#settle(placed[n]!))
    this.#parts = { before: beforeEnds, placed: placedEnds, settled: this.#events }
  }

  #step(
    stream: string,
    actor: ScenarioStep['meta']['actor'],
    events: ScenarioStep['events'],
    session: string | null = null,
  ): ScenarioStep {
    this.#now += 150
    this.#events += events.length
    const id = this.#random.id()
    const meta: ScenarioStep['meta'] = {
      ...{ actor, session, command: { id, hash: id + id }, correlation: id, causation: null, reason: null },
      ...{ at: new Date(this.#now).toISOString(), recordedAt: new Date(this.#now + 5).toISOString() },
    }
    return { stream, meta, events }
  }

  #hash = () => this.#random.id() + this.#random.id()

  #list(): ScenarioStep {
    const game = { id: this.#random.id(), league: this.#random.one(LEAGUES), message: this.#hash(), bets: 0 }
    this.#games.push(game)
    const teams = { league: game.league, home: 'Arsenal', away: 'Everton', startsAt: KICK_OFF }
    const data = { source: 'house' as const, providerId: null, ...teams }
    return this.#step(`fixture-${game.id}`, FEED, [{ type: 'FixtureListed', schema: 1, data }])
  }

  #open(): ScenarioStep {
    const bettor = { id: this.#random.id(), session: this.#hash() }
    this.#bettors.push(bettor)
    const granted = { type: 'WelcomeGranted', schema: 1, data: { amountCents: GRANT_CENTS } } as const
    return this.#step(`account-${bettor.id}`, { id: bettor.id, role: 'user' }, [opened(), granted])
  }

  #place(bet: string): Placed & { readonly step: ScenarioStep } {
    const { id: account, session } = this.#random.one(this.#bettors)
    const games = new Set([this.#random.one(this.#games)])
    if (this.#random.below(PARLAYS) === 0) while (games.size < 3) games.add(this.#random.one(this.#games))
    const stakeCents = this.#random.one(STAKES)
    const placed = betPlaced(placeBet({ bet, stakeCents, legs: [...games].map((game) => this.#leg(game)) }))
    const step = this.#step(`account-${account}`, { id: account, role: 'user' }, [placed], session)
    return { step, account, data: placed.data }
  }

  #leg(game: Game) {
    if (game.bets++ % BETS_OF_A_MESSAGE === 0) game.message = this.#hash()
    const seal = {
      feed: this.#random.id(),
      version: 40,
      index: 17,
      size: 96,
      path: this.#hash().repeat(5).slice(0, 301),
    }
    const odds = `2.${10 + this.#random.below(80)}`
    const selection = this.#random.one(['home', 'draw', 'away'])
    return legOf({ fixture: game.id, league: game.league, selection, odds, message: game.message, seal })
  }

  #end({ id }: Game): ScenarioStep {
    const closedAt = new Date(this.#now).toISOString()
    const score = { home: 1, away: 0 }
    const reads = [this.#hash(), this.#hash()].map((message) => ({ readAt: closedAt, message }))
    const data = { score, regulation: score, source: 'feed' as const, reads, closedAt }
    return this.#step(`fixture-${id}`, FEED, [{ type: 'ResultRecorded', schema: 2, data }])
  }

  #settle({ account, data }: Placed): ScenarioStep {
    const { bet, stakeCents, potentialReturnCents } = data
    const legs = data.legs.map(({ fixture, odds, selection }, leg) =>
      selection === 'home'
        ? { leg, fixture, result: 1, grade: 'won' as const, factor: odds }
        : { leg, fixture, result: 1, grade: 'lost' as const, factor: '0' },
    )
    const won = legs.every(({ grade }) => grade === 'won')
    const ending = { outcome: won ? ('won' as const) : ('lost' as const), returnCents: won ? potentialReturnCents : 0 }
    return this.#step(`account-${account}`, SETTLER, [
      { type: 'BetSettled', schema: 2, data: { bet, rule: 2, stakeCents, owedPaidCents: 0, legs, ...ending } },
    ])
  }
}

function* manySteps(count: number, make: (n: number) => ScenarioStep): Generator<ScenarioStep[]> {
  for (let n = 0; n < count; ) {
    const steps: ScenarioStep[] = []
    while (n < count && steps.length < STEPS_AT_ONCE) steps.push(make(n++))
    yield steps
  }
}
