// The commands about a bet, on the account of its bettor.
import type { Stopped } from '../desk/stops.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import type { ApproveSettlement } from '../four-eyes/four-eyes-commands.ts'
import type { OddsPolicy } from '../odds.ts'
import type { BetLimits, Quote } from './bet-events.ts'

/** What is known of a game besides its id. `teams`: the same for two games of the same teams, wherever they play. */
export type PlacedGame = { readonly league: string; readonly teams: string; readonly startsAt: string }

export type PlacedLeg = {
  readonly fixture: string
  /** Absent where it is not known any more. */
  readonly game?: PlacedGame
  readonly market: string
  /** Where the market has lines. */
  readonly point?: string
  readonly selection: string
  readonly selectionName: string
  /** The odds that the bettor saw. */
  readonly seenOdds: string
  /** The server's current quote, at which the bet is struck; null where the selection is suspended or gone. */
  readonly quote: Quote | null
  /** The fixture has ended or was abandoned. */
  readonly closed: boolean
  /** Of a league that is not offered any more. */
  readonly blacklisted?: boolean
  /** By the desk: all betting, its event, or its market. */
  readonly stopped?: Stopped
}

/** `bet` is a fresh random id. */
export type PlaceBet = {
  readonly type: 'PlaceBet'
  readonly bet: string
  readonly stakeCents: number
  readonly policy: OddsPolicy
  readonly legs: readonly PlacedLeg[]
  /** Of a parlay: its total odds as the bettor saw them, in digits; absent where the request did not say. */
  readonly seenParlayOdds?: string
  readonly limits: BetLimits
  /** Of a bet in play that waited: when it was requested. Quotes in play must have been fetched after that. */
  readonly requestedAt?: string
}

/** `outcomes`: those known of the legs' fixtures, read from the store now, in any order; other fixtures are ignored. */
export type SettleBet = {
  readonly type: 'SettleBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

/** Settles a settled bet anew by the outcomes in force now, within the resettlement window: by the settler or a super admin. */
export type ResettleBet = {
  readonly type: 'ResettleBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

/** By hand. `outcomes` as in SettleBet: once one of its fixtures has ended, only a super admin voids a bet. */
export type VoidBet = {
  readonly type: 'VoidBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

/** The commands that may wait for a second admin. */
export type AskableOnBet = VoidBet | ResettleBet
/** `outcomes`: of the bet's games, as they are now. */
export type ApproveBetSettlement = ApproveSettlement & { readonly outcomes: readonly FixtureOutcome[] }
