// The state of an account: its owner, its money, its bets, and what it remembers.
import type { SecondFactorEnabled } from '../access/access-events.ts'
import type { BetOutcome } from '../bet/bet-events.ts'
import type { DaySum } from '../calendar/business-day.ts'
import { type CommandMemory, emptyCommandMemory } from '../command-memory.ts'
import type { BetCapsSet } from '../customer/customer-events.ts'
import type { FloatDays } from '../float/float-days.ts'
import type { AskedSettlements } from '../four-eyes/asked-settlements.ts'
import type { Goodwill } from '../goodwill/goodwill-state.ts'
import type { PlayState } from '../play/play-state.ts'
import { PRUNE_STEP } from '../prune.ts'
import type { EndedRequest } from '../request/ended-request.ts'
import type { StruckLeg } from '../settlement/grade-leg.ts'
import type { BalanceKind } from '../values.ts'
import type { AccountOpened } from './events.ts'

/** What of a bet is needed to settle it. */
export type OpenBet = {
  readonly stakeCents: number
  readonly placedAt: string
  readonly potentialReturnCents: number
  readonly legs: readonly StruckLeg[]
}

/** Kept for the resettlement window, in which a result may still be corrected. */
export type SettledBet = OpenBet & {
  readonly settledAt: string
  /** Version on the account's stream of the settlement in force. */
  readonly version: number
  /** What it paid into the wallet, and how much of that paid a debt first. */
  readonly paidCents: number
  readonly owedPaidCents: number
  /** Null where it was voided by hand. */
  readonly settlement: {
    readonly outcome: BetOutcome
    /** The outcomes that decided it: fixture, and version on the fixture's stream. */
    readonly results: readonly { readonly fixture: string; readonly result: number }[]
  } | null
}

export type SentTransfer = {
  readonly from: BalanceKind
  readonly to: string
  readonly amountCents: number
  returned: boolean
}

export type AccountState = CommandMemory &
  AskedSettlements & {
    readonly id: string
    opened: AccountOpened | null
    blocked: boolean
    /** An admin who was removed, or a bettor whose account came to its end. */
    closed: boolean
    /** When the bettor wished for the end of the account; undefined where that was not so, or was taken back. */
    closingSince: string | undefined
    /** What was personal of it is gone. */
    erased: boolean
    /** Commitment of the password since its last change; undefined while it is the one of the opening. */
    changedPassword: string | undefined
    /** Commitment of the email address; undefined while there is none. */
    email: string | undefined
    /** Undefined while there is none. */
    secondFactor: SecondFactorEnabled | undefined
    walletCents: number
    floatCents: number
    /** A debt, 0 or more; every credit to the wallet pays it first. */
    owedCents: number
    /** Open bets, by id. */
    readonly bets: Map<string, OpenBet>
    readonly settled: Map<string, SettledBet>
    /** Kept for ever: a transfer may come back, or arrive again, after any time. */
    readonly sent: Map<string, SentTransfer>
    readonly received: Set<string>
    /** Draws on the treasury that raised the float: kept for ever, as transfers are. */
    readonly draws: Set<string>
    pruneSettledAt: number
    /** Undefined before the first bet, limit or break. */
    play: PlayState | undefined
    /** Of an admin. */
    floatDays: FloatDays | undefined
    /** Undefined before the first of it. */
    goodwill: Goodwill | undefined
    /** What was decided alone; undefined before the first. */
    authority: DaySum | undefined
    /** Undefined before the first. */
    caps: BetCapsSet | undefined
    /** Commitment of the note that was added last. */
    lastNote: string | undefined
    /** What this account asked of the admins: kept for ever, since each ends once. */
    readonly endedRequests: Map<string, EndedRequest>
  }

export const initialAccount = (id: string): AccountState => ({
  id,
  opened: null,
  blocked: false,
  closed: false,
  closingSince: undefined,
  erased: false,
  changedPassword: undefined,
  email: undefined,
  secondFactor: undefined,
  walletCents: 0,
  floatCents: 0,
  owedCents: 0,
  bets: new Map(),
  settled: new Map(),
  sent: new Map(),
  received: new Set(),
  draws: new Set(),
  pruneSettledAt: PRUNE_STEP,
  play: undefined,
  floatDays: undefined,
  goodwill: undefined,
  authority: undefined,
  caps: undefined,
  lastNote: undefined,
  endedRequests: new Map(),
  ...emptyCommandMemory(),
})

/** An admin who was removed: what arrives is the treasury's. What arrives for a bettor is the bettor's, closed or not. */
export const isRemoved = ({ opened, closed }: Pick<AccountState, 'opened' | 'closed'>): boolean =>
  closed && opened?.role !== 'user'

/** A bettor's wallet, or an admin's float. */
export const balanceCents = (state: AccountState): number =>
  state.opened === null || state.opened.role === 'user' ? state.walletCents : state.floatCents

/** Commitment of the password in force; null where the account is not opened. */
export const passwordOf = ({ opened, changedPassword }: AccountState): string | null =>
  changedPassword ?? opened?.password ?? null

/** Rough memory of a state in bytes, in constant time, for caches that are bounded by it. */
export const accountBytes = (state: AccountState): number =>
  2_000 +
  state.commands.size * 300 +
  state.bets.size * 600 +
  state.settled.size * 900 +
  state.sent.size * 250 +
  state.received.size * 100 +
  state.draws.size * 100 +
  state.endedRequests.size * 300 +
  (state.floatDays?.moved.size ?? 0) * 200
