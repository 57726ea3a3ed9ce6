// The auditor's state at one point of the log. What there may be many of is moved to disk where it was not asked for lately: objects
// name each other by ids, and none is kept from one event to the next.
import { Book } from '../book/book.ts'
import type { Erasure, Reason } from '../identity/erasure.ts'
import { SignedInSessions } from '../rules/personal/signed-in.ts'
import { PublishedQuotes } from '../seals/published-quotes.ts'
import type { SealsTold } from '../seals/seals-told.ts'
import { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { KeyChange } from '../tree/log-keys.ts'
import type { Restore } from '../tree/restores.ts'
import { DeskHistory, type PromisedGoodwill } from './desk-history.ts'
import type { AskedDecision, Corrected, Draw, EndedRequest, Note, OpenBet, Transfer } from './entities.ts'
import type { FloatHistory } from './float-history.ts'
import { SettledBets } from './settled-bets.ts'
import { Streams, Subjects } from './streams.ts'

type Hidden = { readonly at: string; readonly recordedAt: string }
type SavedGames = { readonly fixtures: readonly string[]; readonly at: string }

/** Streams and open bets that stay in memory: they take most of it, and are asked for most often. */
const STREAMS = 24_576
const BETS = 16_384
const SETTLED_BETS = 2 * BETS

export class State {
  readonly spill: Spill
  readonly book = new Book()
  readonly streams: Streams
  readonly accounts: Subjects<'account'>
  readonly fixtures: Subjects<'fixture'>
  /** How many accounts are bettors' that were not closed, and how many have ever bet. */
  bettors = 0
  haveBet = 0
  /** The fixture of each provider id. */
  readonly providerIds: SpillMap<string>
  readonly transfers: SpillMap<Transfer>
  readonly signedIn: SignedInSessions
  /** By commitment. */
  readonly notes: SpillMap<Note>
  /** The first event with each reason, by commitment. */
  readonly reasons: SpillMap<Reason>
  /** In the order of the log. */
  readonly erasures: Erasure[] = []
  /** Requests that ended, by id, in the order in which they did. */
  readonly endedRequests: SpillMap<EndedRequest>
  /** The last business day on which somebody was shown something personal, by '<viewer> <whose> <what>'. */
  readonly viewed: SpillMap<string>
  readonly openBets: SpillMap<OpenBet>
  /** Those whose settlement may still be taken back, in the order of settling. */
  readonly settledBets: SettledBets
  readonly published = new PublishedQuotes()
  /** Null where seals are looked at here. */
  sealsTold: SealsTold | null = null
  /** Decisions that wait for a second admin, by request. */
  readonly asked = new Map<string, AskedDecision>()
  /** What was counted for a decision by hand alone that has not come yet, by its command; and of each hand, by 'account day', in cents. */
  readonly counted = new Map<string, { readonly by: string; readonly day: string; readonly cents: number }>()
  readonly countedOn = new Map<string, number>()
  /** The ids of open bets with a leg on each fixture. */
  readonly openOn: SpillMap<Set<string>>
  openStakesCents = 0
  betsPlaced = 0
  betsSettled = 0
  /** Over settled bets: stakes less returns. */
  profitCents = 0
  /** What the house offers: hidden leagues and since when, in business and in system time; the games of the day (null: never saved). */
  readonly offer: { readonly blacklisted: Map<string, Hidden>; gamesOfTheDay: SavedGames | null } = {
    blacklisted: new Map(),
    gamesOfTheDay: null,
  }
  readonly desk = new DeskHistory()
  /** In the order of the log. */
  readonly keyChanges: KeyChange[] = []
  readonly restores: Restore[] = []
  /** Of the event that was read last: its stored hash, and when it was recorded. */
  readonly head: { hash: string; recordedAt: string } = { hash: '', recordedAt: '' }
  /** What admins drew from the treasury, by id, and how much within the budget of each day. */
  readonly draws = new Map<string, Draw>()
  /** The ids of those that wait, by the account they are for. */
  readonly waitingDraws = new Map<string, string>()
  readonly drawnOn = new Map<string, number>()
  /** Since floats are raised by draws alone, or by super admins. */
  floatsAreDrawn = false
  /** The days of each admin's float, by account. */
  readonly floats = new Map<string, FloatHistory>()
  /** What was promised and not paid yet, by its id. */
  readonly goodwill: SpillMap<PromisedGoodwill>
  /** What each plain admin promised on a day, by 'account day', in cents. */
  readonly goodwillOf = new Map<string, number>()
  /** How many bets were placed on each fixture. */
  readonly betsOn: SpillMap<number>
  /** Settled bets that an event of a game changed: how many, what they returned; by '<fixture> <version>'. */
  readonly corrected: SpillMap<Corrected>
  /** Checks that need the whole log, because they refer to events that had not been read yet. */
  readonly deferredChecks: (() => void)[] = []

  constructor(spill = new Spill()) {
    this.spill = spill
    this.streams = new Streams(spill, STREAMS)
    this.accounts = new Subjects(this.streams.ofAccounts, 'account')
    this.fixtures = new Subjects(this.streams.others, 'fixture')
    this.providerIds = spill.map('provider ids')
    this.transfers = spill.map('transfers')
    this.signedIn = new SignedInSessions(spill)
    this.notes = spill.map('notes')
    this.reasons = spill.map('reasons')
    this.endedRequests = spill.map('requests that ended')
    this.viewed = spill.map('views')
    this.openBets = spill.map('open bets', BETS)
    this.openOn = spill.map('open bets by fixture')
    this.settledBets = new SettledBets(spill, SETTLED_BETS)
    this.goodwill = spill.map('goodwill')
    this.betsOn = spill.map('bets on fixtures')
    this.corrected = spill.map('corrected')
    spill.part('book', this.book)
    spill.part('published quotes', this.published)
  }
}
