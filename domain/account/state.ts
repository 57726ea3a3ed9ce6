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

/** What is needed of a bet to settle it. */
export type OpenBet = {
  readonly stakeCents: number
  readonly placedAt: string
  readonly potentialReturnCents: number
  readonly legs: readonly StruckLeg[]
}

/** Kept for the resettlement window, in which a result may still be corrected. */
export type SettledBet = OpenBet & {
  readonly settledAt: string
  /** Version, on the account's stream, of the settlement in force. */
  readonly version: number
  /** `paidCents` is what the settlement returned, including `owedPaidCents`, which paid off debt first. */
  readonly paidCents: number
  readonly owedPaidCents: number
  /** Null if it was voided by hand. */
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
    /** An admin who was removed, or a bettor whose account was closed. */
    closed: boolean
    /** When the bettor asked to close the account; undefined if that never happened or was cancelled. */
    closingSince: string | undefined
    /** The personal data of the account was erased. */
    erased: boolean
    /** Commitment to the password since its last change; undefined while the first password is in force. */
    changedPassword: string | undefined
    /** Commitment to the email address; undefined if there is none. */
    email: string | undefined
    /** Undefined if there is none. */
    secondFactor: SecondFactorEnabled | undefined
    walletCents: number
    floatCents: number
    /** A debt in cents, 0 or more; every credit to the wallet pays it off first. */
    owedCents: number
    /** Open bets, by id. */
    readonly bets: Map<string, OpenBet>
    readonly settled: Map<string, SettledBet>
    /** Kept for ever: a transfer may be returned, or arrive again, at any time. */
    readonly sent: Map<string, SentTransfer>
    readonly received: Set<string>
    /** Draws on the treasury that raised the float; kept for ever, as transfers are. */
    readonly draws: Set<string>
    pruneSettledAt: number
    /** Undefined before the first bet, limit or break. */
    play: PlayState | undefined
    /** Only an admin has them. */
    floatDays: FloatDays | undefined
    /** Undefined before the first goodwill. */
    goodwill: Goodwill | undefined
    /** What this admin decided alone on a business day; undefined before the first. */
    authority: DaySum | undefined
    /** Undefined before the first caps. */
    caps: BetCapsSet | undefined
    /** Commitment to the note that was added last. */
    lastNote: string | undefined
    /** Requests of this person that have ended; kept for ever, since each ends only once. */
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

/**
 * Whether this is a removed admin: money that arrives goes on to the treasury. Money for a bettor stays the bettor's,
 * closed or not.
 */
export const isRemoved = ({ opened, closed }: Pick<AccountState, 'opened' | 'closed'>): boolean =>
  closed && opened?.role !== 'user'

/** A bettor's wallet or an admin's float, in cents. */
export const balanceCents = (state: AccountState): number =>
  state.opened === null || state.opened.role === 'user' ? state.walletCents : state.floatCents

/** Commitment to the password in force; null if the account is not open. */
export const passwordOf = ({ opened, changedPassword }: AccountState): string | null =>
  changedPassword ?? opened?.password ?? null

/** Rough size of a state in bytes, in constant time, for caches that are bounded by it. */
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
