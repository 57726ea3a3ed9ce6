// What the auditor knows of accounts, bets, transfers, fixtures and streams.
import type { LedgerAccount } from '../book/book.ts'
import type { BalanceKind, EventData, HousePriceOdds, LegSettled, Purpose, Role } from '../events/payloads.ts'
import type { Place } from '../findings/findings.ts'
import type { Erasure } from '../identity/erasure.ts'
import type { Ending, MarketDecision, PlacedLeg } from '../rules/grading.ts'

export type Account = {
  readonly id: string
  readonly role: Role
  readonly openedBy: string
  readonly openedAt: string
  /** When that was recorded, in system time. */
  readonly openedRecordedAt: string
  /** Commitments: to the name, and to every password so far, the current one last. */
  readonly username: string
  /** The commitment is to the name as it was typed; in version 1 of the opening it was to the normal form. */
  readonly nameAsTyped: boolean
  readonly passwords: string[]
  /** When the current password was recorded, in system time. */
  passwordSince: string
  /** Commitments to every email address so far, the current one last; null where it was removed. */
  readonly emails: (string | null)[]
  /** When the last change was recorded, in system time. */
  emailSince: string | null
  /** Commitments to the second factor in force and its recovery codes; null while there is none. */
  factor: { readonly secret: string; readonly recoveryCodes: string } | null
  /** Every such commitment so far. */
  readonly accessSecrets: Set<string>
  /** When the factor, or its codes, were recorded, in system time. */
  factorSince: string | null
  /** The last hour whose failed sign-ins were counted, in system time; null before. */
  failedHour: string | null
  readonly wallet: LedgerAccount
  readonly float: LedgerAccount
  /** Negative by the amount of the debt. */
  readonly owed: LedgerAccount
  blocked: boolean
  /** In system time; null where it is not. */
  blockedRecordedAt: string | null
  /** An admin who was removed, or a bettor whose account came to its end. */
  closed: boolean
  /** In system time; null while it is there. */
  closedRecordedAt: string | null
  /** The bettor wishes for the end of the account. */
  closing: boolean
  /** When the last of its bets was settled first, in business time; '' before. */
  settledAt: string
  /** Of what was personal of it; null where that is still there. */
  erasure: Erasure | null
  /** Null until the first bet. */
  bets: BetSums | null
  /** Null until the first bet, limit or break. */
  play: Play | null
  /** Caps of the desk that are in force. */
  caps: BetCaps
}

/** How an account came to its end: a bettor's is closed, somebody of the desk is removed; null while it is there. */
export const endOf = ({ closed, role }: Account): 'closed' | 'removed' | null =>
  closed ? (role === 'user' ? 'closed' : 'removed') : null

/** Of the desk about a bettor; `text`: the commitment. `by`: an admin. */
export type Note = {
  readonly text: string
  readonly account: string
  readonly number: number
  readonly by: string
  readonly at: string
  readonly recordedAt: string
}

/** How a request of an account to the admins ended. `note`, `reason`: commitments; null where there is none. */
export type EndedRequest = {
  readonly place: Place
  readonly account: string
  readonly kind: string
  readonly amountCents: number | null
  readonly note: string | null
  readonly outcome: string
  readonly by: string
  readonly reason: string | null
  readonly at: string
  /** In system time. */
  readonly recordedAt: string
}

/** In cents; null: none. */
export type BetCaps = { readonly stake: number | null; readonly payout: number | null }

/** `from`: the first day of the period; '' before the first bet. */
type PlaySums = { readonly from: string; stakes: number; losses: number }

/** Limits that a bettor set, by name ('stake-day'); what they count; the last break. */
export type Play = {
  readonly limits: Map<
    string,
    { readonly amount: number | null; readonly next: { readonly amount: number | null; readonly from: string } | null }
  >
  break: { readonly kind: string; readonly until: string | null } | null
  day: PlaySums
  week: PlaySums
  month: PlaySums
}

/** Statistics of a bettor's bets, without refunded ones. */
export type BetSums = {
  placed: number
  stakeCents: number
  winningsCents: number
  profitCents: number
  open: number
}

/** An account in the book, which holds the stake; `owner` is the bet's id. */
export type OpenBet = LedgerAccount & {
  /** The bettor's id. */
  readonly bettor: string
  readonly stakeCents: number
  /** What it pays if it wins. */
  readonly potentialCents: number
  /** Of all its legs; 'several' where they are of different ones. */
  readonly league: string
  readonly placedAt: string
  /** When the last event about it was recorded, in system time. */
  changedAt: string
  readonly legs: readonly PlacedLeg[]
  /** The ending in the read model's row, until the log reaches it; null if the row was missing. */
  claim: string | null
  /** Of a bet that was settled again: the settlement that was taken back last. */
  takenBack: { readonly settledAt: string; readonly legs: readonly LegSettled[] } | null
}

/** A settled bet, as long as its settlement may be taken back. */
export type SettledBet = {
  readonly bet: OpenBet
  /** Of the first settlement. */
  readonly settledAt: string
  /** The settlement in force: its version on the account's stream, and what it paid. */
  version: number
  returnCents: number
  owedPaidCents: number
  legs: readonly LegSettled[]
}

/** Money for an admin's float, drawn from the treasury; `id` of what a super admin granted is the event that raised the float. */
export type Draw = {
  readonly id: string
  readonly account: string
  readonly amountCents: number
  readonly basis: 'budget' | 'approval' | 'super-admin'
  readonly requestedBy: string
  readonly at: string
  state: 'waiting' | 'granted' | 'declined' | 'replaced'
  /** The float was raised by it. */
  paid: boolean
  /** Who approved, declined or replaced it. */
  decidedBy: string | null
  decidedAt: string | null
  /** The event that asked for it, then the one that granted it; and when that was recorded. */
  place: Place
  recordedAt: string
}

export type Transfer = {
  readonly id: string
  /** The account's id. */
  readonly sender: string
  readonly from: BalanceKind
  readonly to: string
  readonly into: BalanceKind
  readonly purpose: Purpose
  readonly amountCents: number
  readonly transit: LedgerAccount
  readonly sent: Place
  readonly sentAt: string
  readonly sentRecordedAt: string
}

/** `version`: of the event that set or withdrew it (`odds` null). `at`: in business time. */
export type HousePrice = {
  readonly version: number
  readonly odds: HousePriceOdds | null
  readonly at: string
  readonly recordedAt: string
}

/** `at`: in business time. */
type Dated<T> = T & { readonly at: string }

export type Fixture = {
  readonly id: string
  readonly source: string
  readonly league: string
  readonly home: string
  readonly away: string
  readonly listedAt: string
  /** Each start with the version that set it, oldest first. */
  readonly starts: { readonly version: number; readonly at: string; readonly recordedAt: string }[]
  /** Every result and abandonment, oldest first; the last is current. */
  readonly endings: Dated<Ending>[]
  /** Each of these, and of the decisions below, as it was recorded. */
  readonly decided: Dated<{
    readonly version: number
    readonly type: string
    readonly data: unknown
    readonly recordedAt: string
  }>[]
  /** Markets decided by hand, oldest first. */
  readonly decisions: Dated<MarketDecision>[]
  /** Markets voided by hand, oldest first; without `market` all of them. */
  readonly voids: Dated<{ readonly version: number; readonly market?: string }>[]
  /** The last release of each market by hand: of the suspension since when. */
  readonly releases: Map<string, Dated<{ readonly since: string }>>
  /** Newer fixtures that an admin said are other games. */
  readonly apart: Map<string, Dated<{ readonly by: string }>>
  /** Fixtures that ids of the provider came over from: they were this game. */
  readonly joined: Set<string>
  /** Every price of the house, and every withdrawal, oldest first. */
  readonly prices: HousePrice[]
}

/** A decision that an admin asked for. `stream`: where. */
export type AskedDecision = {
  readonly stream: string
  readonly version: number
  readonly by: string
  readonly role: string
  readonly at: string
  readonly data: EventData['SettlementAsked']
}

/** `command`: of the approval, which what was asked for follows. */
export type Approved = { readonly command: string; readonly asked: AskedDecision }

/** Settlements that an event of a game changed; `number` of the last one. */
export type Corrected = { bets: number; reopened: number; beforeCents: number; afterCents: number; number: number }

/** A stream, as far as it has been read. */
export type Stream = {
  readonly name: string
  /** How many had begun before it. */
  readonly ordinal: number
  /** The part of the name before the id, and the id. */
  readonly kind: string
  readonly subject: string
  /** Of its last event; -1 and null before the first. `digest`: what the hash should be. */
  version: number
  hash: string | null
  digest: string | null
  /** In milliseconds; before the first, before all others. */
  recordedAt: number
  account: Account | null
  fixture: Fixture | null
  /** What was approved last. */
  approved: Approved | null
}
