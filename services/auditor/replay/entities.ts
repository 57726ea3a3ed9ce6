// What the auditor knows about accounts, bets, transfers, fixtures and streams. Times named `recordedAt`, `…Since` or
// `…RecordedAt` are system time; all others are business time.
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
  readonly openedRecordedAt: string
  /** The commitment to the name. */
  readonly username: string
  /** Whether that is to the name as it was typed; in version 1 of AccountOpened it was to the normal form. */
  readonly nameAsTyped: boolean
  /** The commitments to every password so far, the current one last. */
  readonly passwords: string[]
  /** When the current password was recorded. */
  passwordSince: string
  /** The commitments to every email address so far, the current one last; null for a removal. */
  readonly emails: (string | null)[]
  /** When the last change of email was recorded; null if there was none. */
  emailSince: string | null
  /** Commitments to the second factor in force and its recovery codes; null while there is none. */
  factor: { readonly secret: string; readonly recoveryCodes: string } | null
  /** Every commitment to a second factor or its recovery codes so far. */
  readonly accessSecrets: Set<string>
  /** When the factor in force, or its codes, were recorded. */
  factorSince: string | null
  /** The last hour of system time whose failed sign-ins were counted; null if there was none. */
  failedHour: string | null
  readonly wallet: LedgerAccount
  readonly float: LedgerAccount
  /** Minus the amount that the bettor owes. */
  readonly owed: LedgerAccount
  blocked: boolean
  /** Null unless it is blocked. */
  blockedRecordedAt: string | null
  /** Whether the admin was removed, or the bettor's account closed. */
  closed: boolean
  /** Null unless it is closed. */
  closedRecordedAt: string | null
  /** When the bettor asked for the account to be closed; null if that is not wished for. */
  closingSince: string | null
  /** The latest first settlement of any of its bets; '' before that. */
  settledAt: string
  /** Null until its personal data was erased. */
  erasure: Erasure | null
  /** Null until the first bet. */
  bets: BetSums | null
  /** Null until the first bet, limit or break. */
  play: Play | null
  /** The caps in force that the desk set. */
  caps: BetCaps
}

/** How the account ended: a bettor's is closed, an admin's or auditor's is removed; null if it has not. */
export const endOf = ({ closed, role }: Account): 'closed' | 'removed' | null =>
  closed ? (role === 'user' ? 'closed' : 'removed') : null

/** A note of the desk about a bettor. `text`: the commitment to it. `by`: the admin. */
export type Note = {
  readonly text: string
  readonly account: string
  readonly number: number
  readonly by: string
  readonly at: string
  readonly recordedAt: string
}

/** How a request to the admins ended. `note`, `reason`: commitments, or null if there is none. */
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
  readonly recordedAt: string
}

/** In cents; null if there is no cap. */
export type BetCaps = { readonly stake: number | null; readonly payout: number | null }

/** In cents. `from`: the first day of the period; '' before the first bet. */
type PlaySums = { readonly from: string; stakes: number; losses: number }

/** What bettors set for themselves: limits by name ('stake-day'), the sums that these bound, and the last break. */
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

/** Statistics of a bettor's bets. Refunded bets do not count. */
export type BetSums = {
  placed: number
  stakeCents: number
  winningsCents: number
  profitCents: number
  open: number
}

/** An open bet is an account in the book that holds the stake; its `owner` is the bet's id. */
export type OpenBet = LedgerAccount & {
  /** The bettor's id. */
  readonly bettor: string
  readonly stakeCents: number
  /** What it returns if it wins. */
  readonly potentialCents: number
  /** Of all its legs; 'several' if they differ. */
  readonly league: string
  readonly placedAt: string
  /** When the last event about it was recorded: system time. */
  changedAt: string
  readonly legs: readonly PlacedLeg[]
  /** The ending that the read model's row shows, kept until the log reaches it; null if the row is missing. */
  claim: string | null
  /** The last settlement that was taken back; null if there was none. */
  takenBack: { readonly settledAt: string; readonly legs: readonly LegSettled[] } | null
}

/** A settled bet whose settlement may still be taken back. */
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

/**
 * Money drawn from the treasury for an admin's float. `id`: if a super admin granted it unasked, the event that raised
 * the float.
 */
export type Draw = {
  readonly id: string
  readonly account: string
  readonly amountCents: number
  readonly basis: 'budget' | 'approval' | 'super-admin'
  readonly requestedBy: string
  readonly at: string
  state: 'waiting' | 'granted' | 'declined' | 'replaced'
  /** Whether the float was raised by it. */
  paid: boolean
  /** Who approved, declined or replaced it. */
  decidedBy: string | null
  decidedAt: string | null
  /** The event that requested it, then the one that granted it, and when that was recorded. */
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

/** `version`: of the event that set the price, or withdrew it (`odds` null). */
export type HousePrice = {
  readonly version: number
  readonly odds: HousePriceOdds | null
  readonly at: string
  readonly recordedAt: string
}

type Dated<T> = T & { readonly at: string }

export type Fixture = {
  readonly id: string
  readonly source: string
  readonly league: string
  readonly home: string
  readonly away: string
  readonly listedAt: string
  /** Each scheduled start with the version of the event that set it, oldest first. */
  readonly starts: { readonly version: number; readonly at: string; readonly recordedAt: string }[]
  /** Every result and abandonment, oldest first; the last is current. */
  readonly endings: Dated<Ending>[]
  /** The events behind `endings` and what follows, as they were recorded, oldest first. */
  readonly decided: Dated<{
    readonly version: number
    readonly type: string
    readonly data: unknown
    readonly recordedAt: string
  }>[]
  /** Markets decided by hand, oldest first. */
  readonly decisions: Dated<MarketDecision>[]
  /** Markets voided by hand, oldest first; without `market`, all of them. */
  readonly voids: Dated<{ readonly version: number; readonly market?: string }>[]
  /** The last release of each market. `since`: the start of the suspension that it ended. */
  readonly releases: Map<string, Dated<{ readonly since: string }>>
  /** Newer fixtures that an admin decided are other games. */
  readonly apart: Map<string, Dated<{ readonly by: string }>>
  /** Fixtures that turned out to be this game: ids of the provider were moved here from them. */
  readonly joined: Set<string>
  /** Every price of the house and every withdrawal, oldest first. */
  readonly prices: HousePrice[]
}

/** A decision by hand that waits for a second admin. `stream`, `version`: of the event that asked for it. */
export type AskedDecision = {
  readonly stream: string
  readonly version: number
  readonly by: string
  readonly role: string
  readonly at: string
  readonly recordedAt: string
  readonly data: EventData['SettlementAsked']
}

/** `command`: of the approval; the event that was asked for has to follow it in the same command. */
export type Approved = { readonly command: string; readonly asked: AskedDecision }

/** The settlements that an event of a fixture changed. `number`: ledger number of the last one. */
export type Corrected = { bets: number; reopened: number; beforeCents: number; afterCents: number; number: number }

/** A stream, as far as it has been read. */
export type Stream = {
  readonly name: string
  /** How many streams had begun before it. */
  readonly ordinal: number
  /** The parts of its name: what comes before the first '-', and the id after it. */
  readonly kind: string
  readonly subject: string
  /** Of its last event; -1 and null before the first. `digest`: the hash that its body really has. */
  version: number
  hash: string | null
  digest: string | null
  /** Of its last event, in milliseconds; -Infinity before the first. */
  recordedAt: number
  account: Account | null
  fixture: Fixture | null
  /** The last approval on it. */
  approved: Approved | null
}
