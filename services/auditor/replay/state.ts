// The auditor's state at one point of the log. Anything there may be many of is in a map that moves entries to disk if
// they have not been used lately. So objects refer to each other by id, and nobody holds on to one from one event to
// the next.
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

/** How many streams and open bets stay in memory: they take most of it and are used most often. */
const STREAMS = 24_576
const BETS = 16_384
const SETTLED_BETS = 2 * BETS

export class State {
  readonly spill: Spill
  readonly book = new Book()
  readonly streams: Streams
  readonly accounts: Subjects<'account'>
  readonly fixtures: Subjects<'fixture'>
  /** How many bettors have an account that is not closed, and how many have ever bet. */
  bettors = 0
  haveBet = 0
  /** Somebody who is no bettor has done something: the ledger has people who open accounts. */
  deskHasActed = false
  /** The fixture id by provider id. */
  readonly providerIds: SpillMap<string>
  readonly transfers: SpillMap<Transfer>
  readonly signedIn: SignedInSessions
  /** By commitment. */
  readonly notes: SpillMap<Note>
  /** The first event with each reason, by the commitment to its text. */
  readonly reasons: SpillMap<Reason>
  /** In the order of the log. */
  readonly erasures: Erasure[] = []
  /** By request id, in the order in which they ended. */
  readonly endedRequests: SpillMap<EndedRequest>
  /** The last business day of each view of personal data, by '<viewer> <whose> <what>'. */
  readonly viewed: SpillMap<string>
  readonly openBets: SpillMap<OpenBet>
  /** The bets whose settlement may still be taken back. */
  readonly settledBets: SettledBets
  readonly published = new PublishedQuotes()
  /** What the other thread finds about seals; null if this thread checks them. */
  sealsTold: SealsTold | null = null
  /** Decisions that wait for a second admin, by request. */
  readonly asked = new Map<string, AskedDecision>()
  /** Authority that was counted for a decision whose event has not come yet, by command. */
  readonly counted = new Map<string, { readonly by: string; readonly day: string; readonly cents: number }>()
  /** The authority that each hand has used, by 'account day', in cents, and when it last did. */
  readonly countedOn = new Map<string, { readonly cents: number; readonly recordedAt: string }>()
  /** The ids of open bets with a leg on each fixture. */
  readonly openOn: SpillMap<Set<string>>
  openStakesCents = 0
  betsPlaced = 0
  betsSettled = 0
  /** Stakes less returns of all settled bets. */
  profitCents = 0
  /** The blacklisted leagues and since when; the games of the day, null if they were never saved. */
  readonly offer: { readonly blacklisted: Map<string, Hidden>; gamesOfTheDay: SavedGames | null } = {
    blacklisted: new Map(),
    gamesOfTheDay: null,
  }
  readonly desk = new DeskHistory()
  /** In the order of the log. */
  readonly keyChanges: KeyChange[] = []
  readonly restores: Restore[] = []
  /** The stored hash of the last event that was read, and when that was recorded. */
  readonly head: { hash: string; recordedAt: string } = { hash: '', recordedAt: '' }
  /** Draws on the treasury, by id. */
  readonly draws = new Map<string, Draw>()
  /** The ids of draws that wait for a super admin, by the account they are for. */
  readonly waitingDraws = new Map<string, string>()
  /** What was drawn within the budget of each business day, in cents. */
  readonly drawnOn = new Map<string, number>()
  /** Whether the log has come to where only draws and super admins raise floats. */
  floatsAreDrawn = false
  /** By the admin's account. */
  readonly floats = new Map<string, FloatHistory>()
  /** Goodwill that was promised and not paid yet, by its id. */
  readonly goodwill: SpillMap<PromisedGoodwill>
  /** What each plain admin promised in a business day, by 'account day', in cents. */
  readonly goodwillOf = new Map<string, number>()
  /** How many bets were placed on each fixture. */
  readonly betsOn: SpillMap<number>
  /** The settlements that an event of a fixture changed, by '<fixture> <version>'. */
  readonly corrected: SpillMap<Corrected>
  /** Checks that wait for the end of the log, because they refer to events that had not been read yet. */
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
