// A book as large as asked for, decided by the deciders from random numbers: the same seed makes the same events.
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
import type { CommandMeta, Meta } from '#domain/meta.ts'
import type { ScenarioStep } from '#projections/testing/scenario.ts'
import { SeededRandom } from '#projections/testing/seeded-random.ts'
import { sealedBatch } from '#services/odds/seals/sealed-batch.ts'
import { someQuotes, someResult, someTeams } from './made-games.ts'
import { bettorName, commitmentsOfPerson, type MadePerson, passwordHash, somebody } from './made-people.ts'
import type { BookSize } from './size.ts'

/** The last bet is placed about now, the first one so much earlier as the book is long. */
export const BOOK_ENDS = Date.parse('2026-11-20T12:00:00.000Z')
/** Between two bets. */
const TICK_MS = 15_000
const BETS_OF_A_GAME = 50
const GAME_MS = 2 * 3_600_000
/** Prices that are bet on: those published last. */
const RECENT = 30
const ADMINS = 20
const FLOAT_CENTS = 100_000_000_00
const LIMITS: BetLimits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }
const SYSTEM = (id: string): Meta['actor'] => ({ id, role: 'system' })

type OpenBet = { readonly account: string; readonly bet: string; waiting: number; readonly fixtures: readonly string[] }
type Batch = { readonly game: FixtureState; readonly quotes: readonly Quote[] }

export class MadeBook {
  readonly people: MadePerson[] = []
  events = 0
  readonly #size: BookSize
  readonly #random: SeededRandom
  readonly #hash: string
  #now: number
  readonly #accounts = new Map<string, AccountState>()
  readonly #feeds = new Map<string, FeedState>()
  /** Games that have not ended, in the order of their starts. */
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
    this.#hash = passwordHash(seed)
    this.#now = BOOK_ENDS - size.bets * TICK_MS
  }

  /** In the order of the ledger, a few at a time; each is one append. */
  *steps(): Generator<readonly ScenarioStep[]> {
    const { users, bets, events } = this.#size
    this.#hireAdmins()
    const games = Math.ceil(bets / BETS_OF_A_GAME)
    // so many stay open at the end
    const ahead = Math.max(4, Math.round(games / 50))
    let listed = 0
    for (let bet = 0; bet < bets; bet++) {
      this.#now += TICK_MS
      // people sign up during the first half, so that most bet for long
      while (this.#bettors.length < Math.min(users, 1 + (2 * users * (bet + 1)) / bets)) this.#signUp()
      while (listed < Math.floor(bet / BETS_OF_A_GAME) + ahead) this.#list(listed++, ahead)
      this.#endGames()
      do this.#publish()
      while (this.events < (events * bet) / bets)
      this.#place()
      if (bet % 200 === 0) this.#block()
      yield this.#taken()
    }
    while (this.events < events) {
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
    const by = { id: boss.id, role: 'super-admin' } as const
    for (let n = 0; n < ADMINS; n++) {
      const terms = { role: 'admin', openedBy: boss.id } as const
      const admin = this.#open(`desk-${n}`, terms)
      this.#on(admin.id, by, { type: 'CreateAdmin', ...terms, floatCents: FLOAT_CENTS, ...commitmentsOfPerson(admin) })
      this.#admins.push({ id: admin.id, role: 'admin' })
    }
  }

  #open(name: string, opened: Pick<MadePerson, 'role' | 'openedBy'>): MadePerson {
    const person = somebody(this.#random, this.#hash, name, opened)
    this.people.push(person)
    return person
  }

  #signUp(): void {
    const signUp = { role: 'user', openedBy: 'sign-up' } as const
    const person = this.#open(bettorName(this.#random, this.#bettors.length), signUp)
    this.#on(person.id, SYSTEM('sign-up'), {
      ...{ type: 'OpenAccount', ...signUp, ageAttested: true, receive: null },
      ...{ welcomeGrantCents: this.#random.one([0, 500, 1_000]), ...commitmentsOfPerson(person) },
    })
    this.#bettors.push(person.id)
    this.#deposit(person.id)
  }

  #deposit(to: string): void {
    const admin = this.#random.one(this.#admins)
    const amountCents = 100_00 + this.#random.below(900_00)
    const transfer = { transfer: this.#random.id(), amountCents, purpose: 'deposit' as const }
    this.#on(admin.id, admin, { type: 'Deposit', to, ...transfer })
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
      this.#with(game, SYSTEM('feed'), someResult(this.#random, this.#now))
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
    // in the order of their starts: only some of the first have begun
    const begun = this.#games.findIndex((game) => Date.parse(game.startsAt!) > this.#now + TICK_MS)
    const from = Math.max(0, begun)
    const game = this.#games[from + this.#random.below(this.#games.length - from)]!
    const quotes = someQuotes(this.#random, game, new Date(this.#now))
    const { feed, command, sealsAt } = sealedBatch(game.listed!.league, new Date(this.#now), quotes)
    const state = this.#feeds.get(feed) ?? initialFeed()
    this.#feeds.set(feed, state)
    const meta = this.#meta(SYSTEM('feed'), command.root.slice(0, 32))
    const decision = decideFeed(command, meta, state)
    if (!decision.accepted) throw new Error(decision.refusal.code)
    this.#record(feedStream(feed), meta, decision.events, (event) => evolveFeed(state, event))
    const seals = sealsAt(state.version)
    this.#recent.push({ game, quotes: quotes.map((quote, index) => ({ ...quote, seal: seals[index]! })) })
    if (this.#recent.length > RECENT) this.#recent.shift()
  }

  #place(): void {
    const account = this.#bettors[Math.floor(this.#bettors.length * (this.#random.below(1_000_000) / 1_000_000) ** 2)]!
    const wanted = this.#random.below(10) === 0 ? 2 + this.#random.below(2) : 1
    const games = new Map<string, Quote>()
    const notStarted = this.#recent.filter(({ game }) => Date.parse(game.startsAt!) > this.#now)
    for (let tries = 0; tries < 6 && games.size < wanted; tries++) {
      const { game, quotes } = this.#random.one(notStarted.length > 0 ? notStarted : this.#recent)
      games.set(game.id, this.#random.one(quotes))
    }
    const legs = [...games.values()].map((quote) => ({
      ...{ fixture: quote.fixture, market: quote.market, selection: quote.selection, closed: false },
      ...{ selectionName: quote.selectionName, seenOdds: quote.odds, quote },
    }))
    const bet = this.#random.id()
    const stakeCents = this.#random.one([10, 50, 100, 250, 500, 1_000, 2_000])
    const command = { type: 'PlaceBet', bet, stakeCents, policy: 'within-10-percent', legs, limits: LIMITS } as const
    const actor = { id: account, role: 'user' } as const
    if (this.#accounts.get(account)!.blocked) this.#on(account, this.#admins[0]!, { type: 'UnblockUser' })
    if (this.#accounts.get(account)!.walletCents < stakeCents) this.#deposit(account)
    this.#on(account, actor, command)
    const fixtures = [...games.keys()]
    const open: OpenBet = { account, bet, waiting: fixtures.length, fixtures }
    for (const fixture of fixtures) {
      const others = this.#openBets.get(fixture)
      if (others === undefined) this.#openBets.set(fixture, [open])
      else others.push(open)
    }
  }

  #block(): void {
    const account = this.#random.one(this.#bettors)
    if (!this.#accounts.get(account)!.blocked) this.#on(account, this.#random.one(this.#admins), { type: 'BlockUser' })
  }

  /** Throws where it is refused: nothing here may be. */
  #on(account: string, actor: Meta['actor'], command: AccountCommand): void {
    const state = this.#accounts.get(account) ?? initialAccount(account)
    this.#accounts.set(account, state)
    const meta = this.#meta(actor)
    const decision = decideAccount(command, meta, state)
    if (!decision.accepted) throw new Error(`${command.type}: ${decision.refusal.code}`)
    this.#record(`account-${account}`, meta, decision.events, (event) => evolveAccount(state, event))
  }

  #with(state: FixtureState, actor: Meta['actor'], command: FixtureCommand): void {
    const meta = this.#meta(actor)
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

  #meta(actor: Meta['actor'], id = this.#random.id()): CommandMeta {
    return {
      actor,
      session: actor.role === 'system' ? null : `${actor.id}${actor.id}`,
      command: { id, hash: id + id },
      correlation: id,
      causation: null,
      at: new Date(this.#now).toISOString(),
      reason: null,
    }
  }
}
