// The commands that saving the games of the day takes for each game. They are worked out for all games before anything
// is written.
import { emptyCommandMemory } from '#domain/command-memory.ts'
import type { Refusal } from '#domain/decision.ts'
import { fixtureAggregate } from '#domain/fixture/aggregate.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { FixtureState } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { selectionsOf } from '#domain/settlement/markets.ts'
import { sameName } from '#services/odds/quotes/names.ts'
import { invalid, type ReadGame } from './edited-game.ts'

/**
 * `price`: commands to run after the list has been saved, so that a price never stands on a game that is in no list.
 */
export type Plan = {
  readonly fixture: string
  readonly commands: readonly FixtureCommand[]
  readonly price: readonly FixtureCommand[]
}

/** The plan for a game of the list. `state`: the fixture's state in the store, empty for a new one. Throws ApiError. */
export function planOf(game: ReadGame, state: FixtureState, now: string): Plan {
  const { listed } = state
  const price: FixtureCommand[] = game.price ? [{ type: 'SetHousePrice', ...game.price }] : []
  const { league, home, away, startsAt } = game
  const name = `${home} vs ${away}`
  if (listed === null) {
    checkNames(game)
    if (startsAt <= now) throw invalid(`${name}: a new game starts in the future.`)
    const listing = { type: 'ListFixture', source: 'house', providerId: null, league, home, away, startsAt } as const
    return { fixture: state.id, commands: [listing], price }
  }
  // the teams, start and prices come from the feed
  if (listed.source === 'feed') return { fixture: state.id, commands: [], price: [] }
  if (listed.home !== home || listed.away !== away || listed.league !== league) {
    throw invalid(`${name}: the teams and the league of a game stay as they are. Remove it and add another.`)
  }
  const isMoved = state.startsAt !== startsAt
  // otherwise a withdrawn price could be bet on again once the score is known
  if (isMoved && state.startsAt !== null && state.startsAt <= now) {
    throw invalid(`${name}: a game that has started stays where it is. Abandon it and add another.`)
  }
  if (isMoved && startsAt <= now) throw invalid(`${name}: the new start must be in the future.`)
  const moved: FixtureCommand[] = isMoved ? [{ type: 'MoveFixture', startsAt }] : []
  const withdrawn = game.price === null ? withdrawalOf({ ...state, startsAt }, now).commands : []
  return { fixture: state.id, commands: [...moved, ...withdrawn], price }
}

/** A selection is identified by its name, so teams with confusing names could be bet on in place of one another. */
function checkNames({ home, away }: ReadGame): void {
  for (const team of [home, away]) {
    if (INVISIBLE.test(team)) throw invalid('The name of a team has characters that nobody sees.')
    if (selectionsOf('h2h').some((selection) => sameName(team, selection))) {
      throw invalid(`${home} vs ${away}: no team is called ${team}.`)
    }
  }
}

const INVISIBLE = /[\p{Cc}\p{Cf}]/u

/**
 * The plan for a game that is no longer in the list, or no longer confirmed. After the start its price is gone anyway.
 */
export function withdrawalOf({ id, price, outcome, startsAt }: FixtureState, now: string): Plan {
  const isOpen = outcome === null && startsAt !== null && now < startsAt
  return { fixture: id, commands: price !== undefined && isOpen ? [{ type: 'WithdrawHousePrice' }] : [], price: [] }
}

/** The refusal that the plan would meet now; null if none. */
export function refusalOf({ commands, price }: Plan, meta: CommandMeta, state: FixtureState): Refusal | null {
  const draft: FixtureState = { ...state, providerIds: new Set(state.providerIds), ...emptyCommandMemory() }
  for (const command of [...commands, ...price]) {
    const decision = fixtureAggregate.decide(command, meta, draft)
    if (!decision.accepted) return decision.refusal
    for (const event of decision.events) fixtureAggregate.evolve(draft, { ...event, meta, version: draft.version + 1 })
  }
  return null
}
