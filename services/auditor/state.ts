// What the auditor knows at one point of the log. Its size goes with accounts, fixtures and open bets, not with the log.
import { Book, type LedgerAccount } from './book/accounts.ts'
import type { BalanceKind, EventData, EventType, Meta, Purpose, Role } from './events/shapes.ts'
import type { Findings, Place } from './findings.ts'
import type { Ending, PlacedLeg } from './rules/grading.ts'

export type Account = {
  readonly id: string
  readonly role: Role
  readonly openedBy: string
  readonly openedAt: string
  /** Commitments: of the name, and of every password so far, the one in force last. */
  readonly username: string
  readonly passwords: string[]
  /** When the password in force was recorded, by the system's clock. */
  passwordSince: string
  readonly wallet: LedgerAccount
  readonly float: LedgerAccount
  /** Below zero by the debt. */
  readonly owed: LedgerAccount
  blocked: boolean
  readonly stream: Stream
  /** Null until the first bet. */
  bets: BetSums | null
}

/** What a bettor's bets come to; refunded ones are taken out again. */
export type BetSums = {
  placed: number
  stakeCents: number
  winningsCents: number
  profitCents: number
  open: number
}

/** Its own account in the book, which holds the stake while it is open; `owner` is its id. */
export type OpenBet = LedgerAccount & {
  readonly account: Account
  readonly stakeCents: number
  readonly placedAt: string
  readonly legs: readonly PlacedLeg[]
  /** What the read model says of its end, until the log has told; null where its row was not there. */
  claim: string | null
  /** A bit for each leg that the read model has. */
  legsSeen: number
}

export type Transfer = {
  readonly id: string
  readonly sender: Account
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

export type Fixture = {
  readonly id: string
  readonly source: string
  readonly league: string
  readonly home: string
  readonly away: string
  readonly listedAt: string
  /** Start as of each version that set one, oldest first. */
  readonly starts: { readonly version: number; readonly at: string }[]
  /** Every result and abandonment, oldest first; the last is in force. */
  readonly endings: Ending[]
  readonly stream: Stream
}

/** One stream as far as it was read. */
export type Stream = {
  readonly name: string
  /** What stands before the id in the name, and the id. */
  readonly kind: string
  readonly subject: string
  /** Of its last event; -1 and null before the first. `digest` is what the hash should be. */
  version: number
  hash: string | null
  digest: string | null
  account: Account | null
  fixture: Fixture | null
}

export class State {
  readonly book = new Book()
  readonly streams = new Map<string, Stream>()
  readonly accounts = new Map<string, Account>()
  readonly fixtures = new Map<string, Fixture>()
  /** To the fixture that it leads to. */
  readonly providerIds = new Map<string, Fixture>()
  readonly transfers = new Map<string, Transfer>()
  readonly openBets = new Map<string, OpenBet>()
  openStakesCents = 0
  betsPlaced = 0
  betsSettled = 0
  /** Over settled bets: stakes less returns. */
  profitCents = 0
  /** To be judged when the whole log is known: what they name had not been seen. */
  readonly later: (() => void)[] = []

  /** The stream of this name, as far as it was read. */
  stream(name: string): Stream {
    let stream = this.streams.get(name)
    if (stream === undefined) {
      const dash = name.indexOf('-')
      const kind = dash === -1 ? name : name.slice(0, dash)
      const subject = dash === -1 ? '' : name.slice(dash + 1)
      stream = { name, kind, subject, version: -1, hash: null, digest: null, account: null, fixture: null }
      this.streams.set(name, stream)
    }
    return stream
  }
}

/** One event in its place, with where to say what is wrong with it. */
export type Judging = {
  readonly type: EventType
  readonly meta: Meta
  readonly place: Place
  readonly stream: Stream
  /** The id in the stream's name. */
  readonly subject: string
  readonly state: State
  readonly findings: Findings
}
export type Judged<T extends EventType> = Judging & { readonly data: EventData[T] }
