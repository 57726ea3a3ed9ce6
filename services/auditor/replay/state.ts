// The auditor's state at one point of the log. Its size depends on accounts, fixtures and open bets, not on the log.
import { Book } from '../book/book.ts'
import { PublishedQuotes } from '../seals/published-quotes.ts'
import { DeskHistory, type PromisedGoodwill } from './desk-history.ts'
import type {
  Account,
  AskedDecision,
  Corrected,
  Draw,
  EndedRequest,
  Erasure,
  Fixture,
  Note,
  OpenBet,
  Reason,
  Stream,
  Transfer,
} from './entities.ts'
import type { FloatHistory } from './float-history.ts'
import { SettledBets } from './settled-bets.ts'

type SavedGames = { readonly fixtures: readonly string[]; readonly at: string }

export class State {
  readonly book = new Book()
  readonly streams = new Map<string, Stream>()
  readonly accounts = new Map<string, Account>()
  readonly fixtures = new Map<string, Fixture>()
  /** The fixture of each provider id. */
  readonly providerIds = new Map<string, Fixture>()
  readonly transfers = new Map<string, Transfer>()
  /** By commitment. */
  readonly notes = new Map<string, Note>()
  /** The first event with each reason, by commitment. */
  readonly reasons = new Map<string, Reason>()
  /** In the order of the log. */
  readonly erasures: Erasure[] = []
  /** Requests that ended, by id, in the order in which they did. */
  readonly endedRequests = new Map<string, EndedRequest>()
  readonly openBets = new Map<string, OpenBet>()
  /** Those whose settlement may still be taken back, in the order of settling. */
  readonly settledBets = new SettledBets()
  readonly published = new PublishedQuotes()
  /** Decisions that wait for a second admin, by request. */
  readonly asked = new Map<string, AskedDecision>()
  /** What was counted for a decision by hand alone that has not come yet, by its command; and of each hand, by 'account day', in cents. */
  readonly counted = new Map<string, { readonly by: string; readonly day: string; readonly cents: number }>()
  readonly countedOn = new Map<string, number>()
  /** Open bets with a leg on each fixture. */
  readonly openOn = new Map<string, Set<OpenBet>>()
  openStakesCents = 0
  betsPlaced = 0
  betsSettled = 0
  /** Over settled bets: stakes less returns. */
  profitCents = 0
  /** What the house offers: hidden leagues and since when, the games of the day (null: never saved). */
  readonly offer: { readonly blacklisted: Map<string, string>; gamesOfTheDay: SavedGames | null } = {
    blacklisted: new Map(),
    gamesOfTheDay: null,
  }
  readonly desk = new DeskHistory()
  /** What admins drew from the treasury, by id, and how much within the budget of each day. */
  readonly draws = new Map<string, Draw>()
  /** Those that wait, by the account they are for. */
  readonly waitingDraws = new Map<string, Draw>()
  readonly drawnOn = new Map<string, number>()
  /** Since floats are raised by draws alone, or by super admins. */
  floatsAreDrawn = false
  /** The days of each admin's float, by account. */
  readonly floats = new Map<string, FloatHistory>()
  /** What was promised and not paid yet, by its id. */
  readonly goodwill = new Map<string, PromisedGoodwill>()
  /** What each plain admin promised on a day, by 'account day', in cents. */
  readonly goodwillOf = new Map<string, number>()
  /** How many bets were placed on each fixture. */
  readonly betsOn = new Map<string, number>()
  /** Settled bets that an event of a game changed: how many, what they returned; by '<fixture> <version>'. */
  readonly corrected = new Map<string, Corrected>()
  /** Checks that need the whole log, because they refer to events that had not been read yet. */
  readonly deferredChecks: (() => void)[] = []

  /** The stream of this name, as far as it has been read. */
  stream(name: string): Stream {
    let stream = this.streams.get(name)
    if (stream === undefined) {
      const dash = name.indexOf('-')
      const kind = dash === -1 ? name : name.slice(0, dash)
      const subject = dash === -1 ? '' : name.slice(dash + 1)
      stream = {
        name,
        kind,
        subject,
        version: -1,
        hash: null,
        digest: null,
        recordedAt: Number.NEGATIVE_INFINITY,
        account: null,
        fixture: null,
        approved: null,
      }
      this.streams.set(name, stream)
    }
    return stream
  }
}
