// The commands about a bet, on the account of its bettor.
import type { Stopped } from '../desk/stops.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import type { ApproveSettlement } from '../four-eyes/four-eyes-commands.ts'
import type { OddsPolicy } from '../odds.ts'
import type { BetLimits, Quote } from './bet-events.ts'

/** What is known of a game besides its id. `teams` is equal for two games of the same teams, whoever plays at home. */
export type PlacedGame = { readonly league: string; readonly teams: string; readonly startsAt: string }

export type PlacedLeg = {
  readonly fixture: string
  /** Absent if it is no longer known. */
  readonly game?: PlacedGame
  readonly market: string
  /** The line, if the market has lines. */
  readonly point?: string
  readonly selection: string
  readonly selectionName: string
  /** The odds that the bettor saw. */
  readonly seenOdds: string
  /** The server's current quote, at which the bet is struck; null if the selection is suspended or gone. */
  readonly quote: Quote | null
  /** The fixture is closed: it has ended or was abandoned. */
  readonly closed: boolean
  /** Its league is blacklisted. */
  readonly blacklisted?: boolean
  /** What is stopped by the desk: all betting, the event, or the market. */
  readonly stopped?: Stopped
}

/** `bet` is a fresh random id. */
export type PlaceBet = {
  readonly type: 'PlaceBet'
  readonly bet: string
  readonly stakeCents: number
  readonly policy: OddsPolicy
  readonly legs: readonly PlacedLeg[]
  /** A parlay's total odds as the bettor saw them, as a decimal; absent if the request had none. */
  readonly seenParlayOdds?: string
  readonly limits: BetLimits
  /** When a bet in play that had to wait was requested. Quotes in play must have been fetched after that. */
  readonly requestedAt?: string
}

/**
 * `outcomes`: those known of the legs' fixtures, just read from the store, in any order. Those of other fixtures are
 * ignored.
 */
export type SettleBet = {
  readonly type: 'SettleBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

/**
 * Settles a settled bet again by the outcomes in force now, within the resettlement window. For the settler or a super
 * admin.
 */
export type ResettleBet = {
  readonly type: 'ResettleBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

/**
 * Voids a bet by hand. `outcomes` as in SettleBet: once one of the bet's fixtures has ended, only a super admin voids
 * it.
 */
export type VoidBet = {
  readonly type: 'VoidBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

/** The commands that may wait for a second admin. */
export type AskableOnBet = VoidBet | ResettleBet
/** `outcomes`: those of the bet's fixtures, as they are now. */
export type ApproveBetSettlement = ApproveSettlement & { readonly outcomes: readonly FixtureOutcome[] }
