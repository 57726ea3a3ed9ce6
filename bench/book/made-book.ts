// A book of any size, decided by the deciders from random numbers. The same seed gives the same events.
import type { AccountCommand } from '#domain/account/commands.ts'
import { decideAccount } from '#domain/account/decide.ts'
import { evolveAccount } from '#domain/account/evolve.ts'
import { type AccountState, initialAccount } from '#domain/account/state.ts'
import type { BetLimits, Quote } from '#domain/bet/bet-events.ts'
import { decideFeed } from '#domain/feed/decide.ts'
import { feedStream } from '#domain/feed/events.ts'
import { evolveFeed, type FeedState, initialFeed } from '#domain/feed/state.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import { decideFixture } from '#domain/fixture/decide.ts'
import { evolveFixture, type FixtureState, initialFixture } from '#domain/fixture/state.ts'
import { QUOTE_MAX_AGE_IN_PLAY_MS } from '#domain/limits.ts'
import type { CommandMeta, Meta } from '#domain/meta.ts'
import type { Role } from '#domain/values.ts'
import type { ScenarioStep } from '#projections/testing/scenario.ts'
import { SeededRandom } from '#projections/testing/seeded-random.ts'
import { newBetId } from '#services/commands/bet-id.ts'
import { sealedBatch } from '#services/odds/seals/sealed-batch.ts'
import { type MadeNote, type MadeRequest, someRequest, someWords } from './made-desk-work.ts'
import { someQuotes, someResult, someTeams } from './made-games.ts'
import {
  bettorName,
  commitmentsOfPerson,
  type MadePerson,
  type MadeText,
  passwordHash,
  somebody,
  someText,
} from './made-people.ts'
import { MadePrices, type PriceBatch } from './made-prices.ts'
import type { BookSize } from './size.ts'

/** The last bet is placed about now; the first one earlier by the length of the book. */
export const BOOK_ENDS = Date.parse('2026-11-20T12:00:00.000Z')
/** Between two bets. */
const TICK_MS = 15_000
const BETS_OF_A_GAME = 50
const GAME_MS = 2 * 3_600_000
/** How many prices are bet on: those published last. */
const RECENT = 30
const ADMINS = 20
/**
 * One in this many: batches and bets in play, games without a result, those whose result an admin records, bettors with
 * a second factor.
 */
const IN_PLAY = 40
const WITHOUT_RESULT = 200
const BY_HAND = 50
const WITH_FACTOR = 12
/** After how many bets there is work of each kind for the admins. */
const EVERY = { block: 200, note: 25, request: 20, caps: 500, limit: 300 } as const
/** The share of the bets, in percent, after which requests are left open. */
const DECIDED_UNTIL = 99
const FLOAT_CENTS = 100_000_000_00
/** Bets of one bettor; whoever places more has larger limits. */
const BETS_WITHIN_LIMITS = 10_000
const LIMITS: BetLimits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }
const SYSTEM = (id: string): Meta['actor'] => ({ id, role: 'system' })

type OpenBet = { readonly account: string; readonly bet: string; waiting: number; readonly fixtures: readonly string[] }
type Batch = PriceBatch & { readonly game: FixtureState }

export class MadeBook {
  readonly people: MadePerson[] = []
  /** Texts behind the log's commitments, and data that is in no log. */
  readonly reasons: MadeText[] = []
  readonly notes: MadeNote[] = []
  readonly requests: MadeRequest[] = []
  readonly prices = new MadePrices()
  events = 0
  readonly #size: BookSize
  readonly #random: SeededRandom
  readonly #hash: string
  #now: number
  /** Numbers of bets placed and games listed so far. */
  #bets = 0
  #listed = 0
  readonly #accounts = new Map<string, AccountState>()
  readonly #sessions = new Map<string, string[]>()
  readonly #feeds = new Map<string, FeedState>()
  /** Games that have not ended, by start. */
  readonly #games: FixtureState[] = []
  readonly #openBets = new Map<string, OpenBet[]>()
  readonly #ended = new Map<string, NonNullable<FixtureState['outcome']>>()
  readonly #recent: Batch[] = []
  readonly #admins: Meta['actor'][] = []
  readonly #bettors: string[] = []
  readonly #versions = new Map<string, number>()
  #steps: ScenarioStep[] = []

  constructor(size: BookSize, seed: number) {
    this.#size = size
    this.#random = new SeededRandom(seed)
    this.#hash = passwordHash()
    this.#now = BOOK_ENDS - size.bets * TICK_MS
  }

  /** In the order of the ledger, a few at a time; each is one append. */
  *steps(): Generator<readonly ScenarioStep[]> {
    this.#hireAdmins()
    yield* this.#go(this.#size.bets, { from: 0, to: this.#size.events })
  }

  /** Continues after all of `steps`, by this much. */
  *more({ bets, events }: Pick<BookSize, 'bets' | 'events'>): Generator<readonly ScenarioStep[]> {
    yield* this.#go(this.#bets + bets, { from: this.events, to: this.events + events })
  }

  /** Up to these numbers of bets and events; each bet brings the same number of events. */
  *#go(bets: number, events: { from: number; to: number }): Generator<readonly ScenarioStep[]> {
    const { users, bets: all } = this.#size
    const betsBefore = this.#bets
    // this many games are still open at the end
    const ahead = Math.max(4, Math.round(Math.ceil(all / BETS_OF_A_GAME) / 50))
    for (; this.#bets < bets; this.#bets++) {
      const bet = this.#bets
      this.#now += TICK_MS
      // people sign up during the first half, so that most bet for a long time
      while (this.#bettors.length < Math.min(users, 1 + (2 * users * (bet + 1)) / all)) this.#signUp()
      while (this.#listed < Math.floor(bet / BETS_OF_A_GAME) + ahead) this.#list(this.#listed++, ahead)
      this.#endGames()
      const due = events.from + ((events.to - events.from) * (bet - betsBefore)) / (bets - betsBefore)
      do this.#publish()
      while (this.events < due)
      this.#place()
      this.#attend(bet)
      yield this.#taken()
    }
    while (this.events < events.to) {
      this.#publish()
      yield this.#taken()
    }
  }

  #taken(): readonly ScenarioStep[] {
    const steps = this.#steps
    this.#steps = []
    return steps
  }

  #hireAdmins(): void {
    const setup = { role: 'super-admin', openedBy: 'setup' } as const
    const boss = this.#open('book-owner', setup)
    this.#on(boss.id, SYSTEM('setup'), { type: 'CreateAdmin', ...setup, floatCents: 0, ...commitmentsOfPerson(boss) })
    this.#setUp(boss, 'super-admin')
    const by = { id: boss.id, role: 'super-admin' } as const
    for (let n = 0; n < ADMINS; n++) {
      const terms = { role: 'admin', openedBy: boss.id } as const
      const admin = this.#open(`desk-${n}`, terms)
      this.#on(admin.id, by, { type: 'CreateAdmin', ...terms, floatCents: FLOAT_CENTS, ...commitmentsOfPerson(admin) })
      this.#admins.push({ id: admin.id, role: 'admin' })
      this.#setUp(admin, 'admin')
    }
  }

  #open(name: string, opened: Pick<MadePerson, 'role' | 'openedBy'>, hasFactor = true): MadePerson {
    const networks = Math.ceil(this.#size.users / 2)
    const person = somebody(this.#random, this.#hash, name, { networks, hasFactor, ...opened })
    this.people.push(person)
    const sessions = person.sessions.map(({ commitment }) => commitment)
    this.#sessions.set(person.id, sessions)
    return person
  }

  /** What somebody does after signing up. */
  #setUp({ id, email, factor }: MadePerson, role: Role): void {
    const own = { id, role }
    if (email !== null) this.#on(id, own, { type: 'ChangeEmail', email: email.commitment, replaces: null })
    if (factor === null) return
    const { secret, recoveryCodes } = factor
    const named = { factor: secret.commitment, recoveryCodes: recoveryCodes.commitment }
    this.#on(id, own, { type: 'EnableSecondFactor', ...named })
  }

  #signUp(): void {
    const signUp = { role: 'user', openedBy: 'sign-up' } as const
    const name = bettorName(this.#random, this.#bettors.length)
    const person = this.#open(name, signUp, this.#random.below(WITH_FACTOR) === 0)
    this.#on(person.id, SYSTEM('sign-up'), {
      ...{ type: 'OpenAccount', ...signUp, ageAttested: true, receive: null },
      ...{ welcomeGrantCents: this.#random.one([0, 500, 1_000]), ...commitmentsOfPerson(person) },
    })
    this.#setUp(person, 'user')
    this.#bettors.push(person.id)
    this.#deposit(person.id)
  }

  #deposit(to: string): void {
    const admin = this.#random.one(this.#admins)
    const amountCents = 100_00 + this.#random.below(900_00)
    const transfer = { transfer: this.#random.id(), amountCents, purpose: 'deposit' as const }
    const reason = this.#random.below(3) === 0 ? this.#reason() : null
    this.#on(admin.id, admin, { type: 'Deposit', to, ...transfer }, reason)
    this.#on(to, SYSTEM('transfers'), { type: 'ReceiveTransfer', sender: admin.id, into: 'wallet', ...transfer })
  }

  #list(n: number, ahead: number): void {
    const id = this.#random.id()
    const state = initialFixture(id)
    const startsAt = this.#now + (n < ahead ? n + 1 : ahead) * BETS_OF_A_GAME * TICK_MS
    const game = { ...someTeams(this.#random), startsAt: new Date(startsAt).toISOString() }
    const listing = { type: 'ListFixture', source: 'feed', providerId: `made-${n}`, ...game } as const
    this.#with(state, SYSTEM('feed'), listing)
    this.#games.push(state)
  }

  #endGames(): void {
    while (this.#games[0] !== undefined && Date.parse(this.#games[0].startsAt!) + GAME_MS < this.#now) {
      const game = this.#games.shift()!
      if (this.#random.below(WITHOUT_RESULT) === 0) continue
      const isByHand = this.#random.below(BY_HAND) === 0
      const source = isByHand ? 'admin' : 'feed'
      const actor = isByHand ? this.#random.one(this.#admins) : SYSTEM('feed')
      const { command, messages } = someResult(this.#random, game, this.#now, source)
      this.prices.end(game.id, messages)
      this.#with(game, actor, command, isByHand ? this.#reason() : null)
      this.#ended.set(game.id, game.outcome!)
      for (const open of this.#openBets.get(game.id) ?? []) this.#settle(open)
      this.#openBets.delete(game.id)
    }
  }

  #settle(open: OpenBet): void {
    open.waiting -= 1
    if (open.waiting > 0) return
    const outcomes = open.fixtures.map((fixture) => this.#ended.get(fixture)!)
    this.#on(open.account, SYSTEM('settler'), { type: 'SettleBet', bet: open.bet, outcomes })
  }

  #publish(): void {
    // by start, so that only some of the first have begun
    const begun = this.#games.findIndex((game) => Date.parse(game.startsAt!) > this.#now + TICK_MS)
    const from = Math.max(0, begun)
    const isInPlay = from > 0 && this.#random.below(IN_PLAY) === 0
    const game =
      this.#games[isInPlay ? this.#random.below(from) : from + this.#random.below(this.#games.length - from)]!
    const { quotes, message } = someQuotes(this.#random, game, new Date(this.#now))
    const { feed, command, sealsAt } = sealedBatch(game.listed!.league, new Date(this.#now), quotes)
    const state = this.#feeds.get(feed) ?? initialFeed()
    this.#feeds.set(feed, state)
    const meta = this.#meta(SYSTEM('feed'), { id: command.root.slice(0, 32) })
    const decision = decideFeed(command, meta, state)
    if (!decision.accepted) throw new Error(decision.refusal.code)
    this.#record(feedStream(feed), meta, decision.events, (event) => evolveFeed(state, event))
    const seals = sealsAt(state.version)
    const published = quotes.map((quote, index) => ({ ...quote, seal: seals[index]! }))
    const batch = { game, fixture: game.id, quotes: published, message, isKept: false }
    this.prices.publish(batch)
    this.#recent.push(batch)
    if (this.#recent.length > RECENT) this.#recent.shift()
  }

  /** A random bettor; some bet more than others. */
  #someBettor(): string {
    return this.#bettors[Math.floor(this.#bettors.length * (this.#random.below(1_000_000) / 1_000_000) ** 2)]!
  }

  #place(): void {
    const account = this.#someBettor()
    const wanted = this.#random.below(10) === 0 ? 2 + this.#random.below(2) : 1
    const chosen = new Map<string, { batch: Batch; quote: Quote }>()
    const offered = this.#recent.filter(({ game, quotes }) => {
      if (quotes[0]!.inPlay !== true) return Date.parse(game.startsAt!) > this.#now
      return this.#games.includes(game) && Date.parse(quotes[0]!.fetchedAt) >= this.#now - QUOTE_MAX_AGE_IN_PLAY_MS
    })
    for (let tries = 0; tries < 6 && chosen.size < wanted; tries++) {
      const batch = this.#random.one(offered)
      chosen.set(batch.fixture, { batch, quote: this.#random.one(batch.quotes) })
    }
    const legs = [...chosen.values()].map(({ quote }) => ({
      ...{ fixture: quote.fixture, market: quote.market, selection: quote.selection, closed: false },
      ...{ selectionName: quote.selectionName, seenOdds: quote.odds, quote },
    }))
    const bet = newBetId(new Date(this.#now), this.#random.id())
    const stakeCents = this.#random.one([10, 50, 100, 250, 500, 1_000, 2_000])
    const command = { type: 'PlaceBet', bet, stakeCents, policy: 'within-10-percent', legs, limits: LIMITS } as const
    const actor = { id: account, role: 'user' } as const
    if (this.#accounts.get(account)!.blocked)
      this.#on(account, this.#admins[0]!, { type: 'UnblockUser' }, this.#reason())
    if (this.#accounts.get(account)!.walletCents < stakeCents) this.#deposit(account)
    this.#on(account, actor, command)
    for (const { batch } of chosen.values()) this.prices.name(batch)
    const fixtures = [...chosen.keys()]
    const open: OpenBet = { account, bet, waiting: fixtures.length, fixtures }
    for (const fixture of fixtures) {
      const others = this.#openBets.get(fixture)
      if (others === undefined) this.#openBets.set(fixture, [open])
      else others.push(open)
    }
  }

  /** Work for admins, and what bettors do about their own accounts, by the number of the bet. */
  #attend(bet: number): void {
    const account = this.#someBettor()
    const state = this.#accounts.get(account)!
    const admin = this.#random.one(this.#admins)
    if (bet % EVERY.block === 0 && !state.blocked) this.#on(account, admin, { type: 'BlockUser' }, this.#reason())
    if (bet % EVERY.note === 0) this.#note(account, admin)
    if (bet % EVERY.request === 0) {
      const asked = someRequest(this.#random, account, this.#now)
      const isOpen = 100 * bet > DECIDED_UNTIL * this.#size.bets
      this.requests.push(isOpen ? asked : this.#answered(asked, admin))
    }
    if (bet % EVERY.caps === 0) {
      const caps = { stakeCents: 100_00 + this.#random.below(900_00), payoutCents: null }
      this.#on(account, admin, { type: 'SetBetCaps', ...caps }, this.#reason())
    }
    if (bet % EVERY.limit === 0 && !state.blocked) {
      const { bets, users } = this.#size
      const times = Math.max(1, Math.ceil(bets / users / BETS_WITHIN_LIMITS))
      const limit = {
        kind: 'stake',
        period: 'month',
        amountCents: (100_000_00 + this.#random.below(100_000_00)) * times,
      } as const
      this.#on(account, { id: account, role: 'user' }, { type: 'SetPlayLimit', ...limit })
    }
  }

  #note(account: string, admin: Meta['actor']): void {
    const text = someText(this.#random, someWords(this.#random))
    const { id } = this.#on(account, admin, { type: 'AddNote', text: text.commitment })
    this.notes.push({ ...text, account, command: id })
  }

  #answered(asked: MadeRequest, admin: Meta['actor']): MadeRequest {
    const { id: request, account, kind, amountCents, note } = asked
    const outcome = this.#random.one(['done', 'done', 'done', 'declined'] as const)
    const reason = outcome === 'declined' ? this.#reason() : null
    const about = { request, kind, amountCents, note: note.commitment }
    const decidedAt = new Date(this.#now).toISOString()
    this.#on(account, admin, { type: 'EndRequest', ...about, outcome }, reason)
    return { ...asked, state: outcome, reason: reason?.text ?? null, decidedBy: admin.id, decidedAt }
  }

  #reason(): NonNullable<Meta['reason']> {
    const text = someText(this.#random, someWords(this.#random))
    this.reasons.push(text)
    return { code: 'by-admin', text: text.commitment }
  }

  /** Returns the command's id and hash. Throws if it is refused, because nothing here may be. */
  #on(
    account: string,
    actor: Meta['actor'],
    command: AccountCommand,
    reason: Meta['reason'] = null,
  ): CommandMeta['command'] {
    const state = this.#accounts.get(account) ?? initialAccount(account)
    this.#accounts.set(account, state)
    const meta = this.#meta(actor, { reason })
    const decision = decideAccount(command, meta, state)
    if (!decision.accepted) throw new Error(`${command.type}: ${decision.refusal.code}`)
    this.#record(`account-${account}`, meta, decision.events, (event) => evolveAccount(state, event))
    return meta.command
  }

  #with(state: FixtureState, actor: Meta['actor'], command: FixtureCommand, reason: Meta['reason'] = null): void {
    const meta = this.#meta(actor, { reason })
    const decision = decideFixture(command, meta, state)
    if (!decision.accepted) throw new Error(`${command.type}: ${decision.refusal.code}`)
    this.#record(`fixture-${state.id}`, meta, decision.events, (event) => evolveFixture(state, event))
  }

  #record<Event extends ScenarioStep['events'][number]>(
    stream: string,
    commandMeta: CommandMeta,
    events: readonly Event[],
    evolve: (event: Event & { meta: Meta; version: number }) => void,
  ): void {
    const meta: Meta = { ...commandMeta, recordedAt: new Date(this.#now + 5).toISOString() }
    let version = this.#versions.get(stream) ?? -1
    for (const event of events) evolve({ ...event, meta, version: ++version })
    this.#versions.set(stream, version)
    this.events += events.length
    this.#steps.push({ stream, meta, events })
  }

  #meta(
    actor: Meta['actor'],
    { id = this.#random.id(), reason = null }: { id?: string; reason?: Meta['reason'] } = {},
  ): CommandMeta {
    return {
      actor,
      session: actor.role === 'system' ? null : this.#random.one(this.#sessions.get(actor.id)!),
      command: { id, hash: id + id },
      correlation: id,
      causation: null,
      at: new Date(this.#now).toISOString(),
      reason,
    }
  }
}
