// Random but possible histories, made by the deciders themselves: accounts, games, bets, results, corrections, races.
import type { AccountCommand } from '#domain/account/commands.ts'
import { decideAccount } from '#domain/account/decide.ts'
import type { AccountEvent } from '#domain/account/events.ts'
import { evolveAccount } from '#domain/account/evolve.ts'
import type { AccountState } from '#domain/account/state.ts'
import { initialAccount, passwordOf } from '#domain/account/state.ts'
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FeedCommand } from '#domain/feed/commands.ts'
import { decideFeed } from '#domain/feed/decide.ts'
import { type FeedEvent, feedStream } from '#domain/feed/events.ts'
import { evolveFeed, type FeedState, initialFeed } from '#domain/feed/state.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import { decideFixture } from '#domain/fixture/decide.ts'
import type { FixtureEvent } from '#domain/fixture/events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { evolveFixture, type FixtureState, initialFixture } from '#domain/fixture/state.ts'
import type { CommandMeta, Meta } from '#domain/meta.ts'
import type { OfferCommand } from '#domain/offer/commands.ts'
import { decideOffer } from '#domain/offer/decide.ts'
import { OFFER, type OfferEvent } from '#domain/offer/events.ts'
import { evolveOffer, initialOffer } from '#domain/offer/state.ts'
import { GRADES } from '#domain/settlement/grades.ts'
import { commitment, LIMITS, quoteOf } from '#domain/testing/samples.ts'
import { sealedBatch } from '#services/odds/seals/sealed-batch.ts'
import { SeededRandom } from './seeded-random.ts'

/** Events of one append. */
export type ScenarioStep = {
  readonly stream: string
  readonly meta: Meta
  readonly events: readonly (AccountEvent | FixtureEvent | FeedEvent | OfferEvent)[]
}
/** With the command that caused the events. */
export type CommandStep = ScenarioStep & {
  readonly command: AccountCommand | FixtureCommand | FeedCommand | OfferCommand
}

type Actor = CommandMeta['actor']
type Transfer = { id: string; sender: string; to: string; amountCents: number; withdrawal: boolean }

/** A settler may be delayed by less than the hour that the auditor allows. */
const HELD_UP_MS = 50 * 60_000
/** How long before its start a game is listed: some are over before they were to start, on some bets are in play. */
const AHEAD_MS = [10 * 60_000, 3 * 3_600_000, 48 * 3_600_000] as const
/** One in so many transfers goes to an account that was never opened, and comes back. */
const LOST = 3
const HOME = 'Løvenes "9"\tFC'
const AWAY = 'Back\\slash\nUnited'
const START = Date.parse('2026-11-20T12:00:00.000Z')
const SYSTEM = (id: 'feed' | 'settler' | 'transfers' | 'sign-up' | 'setup'): Actor => ({ id, role: 'system' })

/**
 * About `steps` steps of 45 s, or `pace` times that long; the same seed gives the same scenario. `resettles`: bets are
 * settled again, which has to be within the window, so not for tests that stretch the times.
 */
export function randomScenario(
  seed: number,
  steps: number,
  { resettles = true, pace = 1, voids = false } = {},
): CommandStep[] {
  const scenario = new Scenario(seed, resettles, pace, voids)
  scenario.start()
  while (scenario.steps.length < steps) scenario.step()
  return scenario.steps
}

class Scenario {
  readonly steps: CommandStep[] = []
  #random: SeededRandom
  readonly #ofTheHouse: SeededRandom
  readonly #resettles: boolean
  readonly #pace: number
  /** Whether markets are voided now and then. */
  readonly #voids: boolean
  readonly #accounts = new Map<string, AccountState>()
  readonly #fixtures = new Map<string, FixtureState>()
  readonly #feeds = new Map<string, FeedState>()
  readonly #offer = initialOffer()
  readonly #versions = new Map<string, number>()
  readonly #bettors: string[] = []
  readonly #transfers: Transfer[] = []
  /**
   * Outcomes that a settler may have read, some of which were corrected since. `late`: settlers hear of it after a
   * while.
   */
  readonly #outcomes: { readonly outcome: FixtureOutcome; readonly at: number; readonly late: boolean }[] = []
  #admin: Actor = SYSTEM('setup')
  #superAdmin: Actor = SYSTEM('setup')
  #now = START

  constructor(seed: number, resettles: boolean, pace: number, voids: boolean) {
    this.#voids = voids
    this.#resettles = resettles
    this.#pace = pace
    this.#random = new SeededRandom(seed)
    this.#ofTheHouse = new SeededRandom(seed + 1_000)
  }

  start(): void {
    const id = this.#random.id()
    this.#on(id, SYSTEM('setup'), {
      type: 'CreateAdmin',
      role: 'admin',
      username: commitment('boss'),
      password: commitment('secret'),
      openedBy: 'setup',
      floatCents: 1_000_000,
    })
    this.#admin = { id, role: 'admin' }
    const superAdmin = this.#random.id()
    this.#on(superAdmin, SYSTEM('setup'), {
      type: 'CreateAdmin',
      role: 'super-admin',
      username: commitment('super boss'),
      password: commitment('super secret'),
      openedBy: 'setup',
      floatCents: 0,
    })
    this.#superAdmin = { id: superAdmin, role: 'super-admin' }
    this.#signUp()
    this.#list()
    this.#list()
  }

  step(): void {
    this.#now += (1 + this.#random.below(90_000)) * this.#pace
    this.#random.one<() => void>([
      () => this.#place(),
      () => this.#place(),
      () => this.#place(),
      () => this.#settle(),
      () => this.#settle(),
      () => this.#receive(),
      () => this.#deposit(),
      () => this.#withdraw(),
      () => this.#signUp(),
      () => this.#list(),
      () => this.#end(),
      () => this.#end(),
      () => this.#correct(),
      () => this.#resettle(),
      () => this.#decideMarket(),
      () => this.#moveOrLink(),
      () => this.#voidByHand(),
      () => this.#block(),
      () => this.#changePassword(),
    ])()
    if (this.#ofTheHouse.below(10) === 0) this.#changeHouse()
  }

  /** Prices and the offer, from random numbers of their own. */
  #changeHouse(): void {
    const others = this.#random
    this.#random = this.#ofTheHouse
    if (this.#random.below(3) === 0) this.#changeOffer()
    else this.#changePrice()
    this.#random = others
  }

  #signUp(): void {
    const id = this.#random.id()
    this.#on(id, SYSTEM('sign-up'), {
      type: 'OpenAccount',
      role: 'user',
      username: commitment(id),
      password: commitment('secret'),
      openedBy: 'sign-up',
      ageAttested: true,
      welcomeGrantCents: this.#random.one([0, 500, 10_000]),
      receive: null,
    })
    this.#bettors.push(id)
    this.#deposit(id)
  }

  #deposit(to = this.#orNobody(this.#random.one(this.#bettors))): void {
    const transfer = { id: this.#random.id(), sender: this.#admin.id, to, amountCents: 1 + this.#random.below(20_000) }
    const command = { transfer: transfer.id, to, amountCents: transfer.amountCents, purpose: 'deposit' as const }
    if (this.#on(this.#admin.id, this.#admin, { type: 'Deposit', ...command })) {
      this.#transfers.push({ ...transfer, withdrawal: false })
    }
  }

  #withdraw(): void {
    const sender = this.#random.one(this.#bettors)
    const to = this.#orNobody(this.#admin.id)
    const transfer = { id: this.#random.id(), sender, to, amountCents: 1 + this.#random.below(3_000) }
    const command = { transfer: transfer.id, to, amountCents: transfer.amountCents }
    if (this.#on(sender, this.#admin, { type: 'Withdraw', ...command })) {
      this.#transfers.push({ ...transfer, withdrawal: true })
    }
  }

  #orNobody = (account: string): string => (this.#random.below(LOST) === 0 ? this.#random.id() : account)

  /** A transfer is received, or returned if there is nobody to receive it. */
  #receive(): void {
    const transfer = this.#transfers.splice(this.#random.below(this.#transfers.length), 1)[0]
    if (transfer === undefined) return
    const { id, sender, to, amountCents, withdrawal } = transfer
    if (!this.#accounts.has(to)) {
      this.#on(sender, SYSTEM('transfers'), { type: 'ReturnTransfer', transfer: id })
      return
    }
    const into = withdrawal ? 'float' : 'wallet'
    const purpose = withdrawal ? 'withdrawal' : 'deposit'
    this.#on(to, SYSTEM('transfers'), { type: 'ReceiveTransfer', transfer: id, sender, into, amountCents, purpose })
  }

  #list(): void {
    const id = this.#random.id()
    const source = this.#random.one(['feed', 'house'] as const)
    this.#with(id, source === 'feed' ? SYSTEM('feed') : this.#admin, {
      type: 'ListFixture',
      source,
      providerId: source === 'feed' ? `provider \\ ${id.slice(0, 6)}` : null,
      league: 'soccer_epl',
      home: HOME,
      away: AWAY,
      startsAt: this.#start(),
    })
  }

  #start = (laterMs = 0): string =>
    new Date(this.#now + this.#random.one(AHEAD_MS) * this.#pace + laterMs).toISOString()

  #moveOrLink(): void {
    const fixture = this.#random.one([...this.#fixtures.keys()])
    const startsAt = this.#start(this.#random.below(9_000_000))
    const { listed, startsAt: start } = this.#fixtures.get(fixture)!
    const isOfHouse = listed?.source === 'house'
    const mover = isOfHouse ? this.#admin : SYSTEM('feed')
    if (this.#random.below(2) === 0) {
      // a game of the house that has begun stays where it is
      const hasBegun = Date.parse(start!) <= this.#now
      if (!isOfHouse || !hasBegun) this.#with(fixture, mover, { type: 'MoveFixture', startsAt })
    } else this.#with(fixture, SYSTEM('feed'), { type: 'LinkProviderId', providerId: `again ${this.#random.below(6)}` })
  }

  #end(): void {
    const fixture = this.#random.one([...this.#fixtures.keys()])
    const closedAt = this.#closed(fixture)
    if (this.#random.below(6) === 0) {
      this.#with(fixture, SYSTEM('feed'), { type: 'AbandonFixture', why: 'not-completed', closedAt })
    } else this.#with(fixture, this.#admin, { type: 'RecordResult', ...this.#score(closedAt) })
    this.#readOutcome(fixture)
  }

  /** A while ago if the game has started; a game that has not is closed by whoever says so. */
  #closed(fixture: string): string {
    const start = Date.parse(this.#fixtures.get(fixture)!.startsAt!)
    const ago = this.#now - this.#random.below(200_000)
    return new Date(start > this.#now ? this.#now : Math.max(start, ago)).toISOString()
  }

  #correct(): void {
    const fixture = this.#random.one([...this.#fixtures.keys()])
    const closedAt = new Date(this.#now).toISOString()
    this.#with(fixture, this.#admin, { type: 'CorrectResult', ...this.#score(closedAt) })
    // a settler may still have the outcome from before the correction
    this.#readOutcome(fixture, this.#random.below(2) > 0)
  }

  #score = (closedAt: string) => ({
    ...this.#points(),
    source: 'admin' as const,
    reads: [],
    closedAt,
  })

  #points() {
    const score = { home: this.#random.below(4), away: this.#random.below(4) }
    const kind = this.#random.below(12)
    if (kind === 0) return { score: null }
    // without it, bets wait for an admin
    return kind === 1 ? { score } : { score, regulation: score }
  }

  #readOutcome(fixture: string, late = false): void {
    const outcome = this.#fixtures.get(fixture)?.outcome
    if (outcome) this.#outcomes.push({ outcome, at: this.#now, late })
  }

  #place(): void {
    const account = this.#random.one(this.#bettors)
    const games = new Set(
      Array.from({ length: 1 + this.#random.below(3) }, () => this.#random.one([...this.#fixtures.keys()])),
    )
    const legs = this.#publish([...games].map((fixture) => this.#quote(fixture))).map(legOf)
    const command = { bet: this.#random.id(), stakeCents: 10 + this.#random.below(900), policy: 'none' as const }
    this.#on(account, { id: account, role: 'user' }, { type: 'PlaceBet', ...command, legs, limits: LIMITS })
  }

  /** As the feed does before anybody can bet on the quotes; one batch, because there is one league. */
  #publish(quotes: readonly Quote[]): Quote[] {
    const { feed, command, sealsAt } = sealedBatch(quotes[0]!.league, new Date(this.#now), quotes)
    const state = this.#feeds.get(feed) ?? initialFeed()
    this.#feeds.set(feed, state)
    // the id follows from what is published, which may be the same again later, and from its version: nothing random
    const id = command.root.slice(0, 24) + String(state.version + 1).padStart(8, '0')
    const meta = { ...this.#metaAt(SYSTEM('feed')), command: { id, hash: commitment('command') }, correlation: id }
    const decision = decideFeed(command, meta, state)
    if (!decision.accepted) throw new Error(decision.refusal.code)
    this.#record(feedStream(feed), command, meta, decision.events, (event) => evolveFeed(state, event))
    const seals = sealsAt(state.version)
    return quotes.map((quote, index) => ({ ...quote, seal: seals[index]! }))
  }

  #quote(fixture: string): Quote {
    const state = this.#fixtures.get(fixture)!
    const selection = this.#random.one(['home', 'away', 'draw'] as const)
    const odds = `${1 + this.#random.below(9)}.${10 + this.#random.below(90)}`
    const drawOffered = selection === 'draw' || this.#random.below(2) === 0 ? ({ drawOffered: true } as const) : {}
    const { drawOffered: _, ...whole } = quoteOf()
    const startsAt = state.startsAt!
    const at = new Date(this.#now).toISOString()
    return {
      ...whole,
      ...drawOffered,
      ...(at < startsAt ? {} : { inPlay: true }),
      fixture,
      fixtureVersion: state.version,
      selection,
      selectionName: { home: HOME, away: AWAY, draw: 'Draw' }[selection],
      odds,
      startsAt,
      quotedAt: new Date(this.#now - this.#random.below(100_000)).toISOString(),
      fetchedAt: at,
    }
  }

  /** Settles what can be decided, by outcomes of different ages, like a settler that was delayed. */
  #settle(): void {
    const outcomes = new Map<string, FixtureOutcome>()
    for (const { outcome, at, late } of this.#outcomes) {
      const isUnheard = late || (outcomes.has(outcome.fixture) && this.#random.below(4) === 0)
      if (!isUnheard || at < this.#now - HELD_UP_MS) outcomes.set(outcome.fixture, outcome)
    }
    const account = this.#accounts.get(this.#random.one(this.#bettors))!
    for (const bet of [...account.bets.keys()]) {
      const command = { type: 'SettleBet' as const, bet, outcomes: [...outcomes.values()] }
      this.#on(account.id, SYSTEM('settler'), command)
    }
  }

  /**
   * After corrections: settles again by the outcomes in force, within the window; sometimes a settlement is taken back
   * by hand.
   */
  #resettle(): void {
    if (!this.#resettles) return
    const account = this.#accounts.get(this.#random.one(this.#bettors))!
    const inForce = [...this.#fixtures.values()].flatMap(({ outcome }) => (outcome === null ? [] : [outcome]))
    for (const bet of [...account.settled.keys()]) {
      const byHand = this.#random.below(12) === 0
      if (byHand) this.#on(account.id, this.#superAdmin, { type: 'VoidBet', bet, outcomes: inForce }, 'by-hand')
      else this.#on(account.id, SYSTEM('settler'), { type: 'ResettleBet', bet, outcomes: inForce })
    }
  }

  #decideMarket(): void {
    const fixture = this.#random.one([...this.#fixtures.keys()])
    if (this.#voids && this.#random.below(3) === 0) {
      this.#with(fixture, this.#superAdmin, { type: 'VoidFixture', market: this.#random.one(['h2h', 'totals']) })
      this.#readOutcome(fixture)
      return
    }
    const grade = this.#random.one(GRADES)
    const selections = [{ selection: this.#random.one(['home', 'draw', 'away']), grade }]
    this.#with(fixture, this.#admin, { type: 'DecideMarket', market: 'h2h', selections })
    this.#readOutcome(fixture)
  }

  #voidByHand(): void {
    const account = this.#accounts.get(this.#random.one(this.#bettors))!
    const [bet, open] = [...account.bets][0] ?? []
    if (bet === undefined || open === undefined) return
    const outcomes = open.legs.flatMap(({ fixture }) => this.#fixtures.get(fixture)?.outcome ?? [])
    // after a result only super admins may
    const by = outcomes.length > 0 ? this.#superAdmin : this.#admin
    this.#on(account.id, by, { type: 'VoidBet', bet, outcomes }, 'by-hand')
  }

  #block(): void {
    const account = this.#random.one(this.#bettors)
    const type = this.#accounts.get(account)?.blocked ? 'UnblockUser' : 'BlockUser'
    this.#on(account, this.#admin, { type }, 'asked')
  }

  #changePassword(): void {
    const id = this.#random.one([this.#admin.id, ...this.#bettors])
    const replaces = passwordOf(this.#accounts.get(id)!)
    const actor = id === this.#admin.id ? this.#admin : { id, role: 'user' as const }
    this.#on(id, actor, { type: 'ChangePassword', password: commitment(this.#random.id()), replaces })
  }

  #changePrice(): void {
    const open = [...this.#fixtures.values()].filter(
      ({ listed, outcome }) => listed?.source === 'house' && outcome === null,
    )
    if (open.length === 0) return
    const fixture = this.#random.one(open).id
    const odds = () => `${1 + this.#random.below(9)}.${10 + this.#random.below(90)}`
    const draw = this.#random.below(2) === 0 ? {} : { draw: odds() }
    const isPriced = this.#fixtures.get(fixture)?.price !== undefined
    if (isPriced && this.#random.below(2) === 0) this.#with(fixture, this.#admin, { type: 'WithdrawHousePrice' })
    else this.#with(fixture, this.#admin, { type: 'SetHousePrice', home: odds(), ...draw, away: odds() })
  }

  #changeOffer(): void {
    // not the league that is bet on, because nobody can bet on a hidden one
    const league = this.#random.one(['soccer_efl_champ', 'basketball_nba', "a 'league'"])
    const games = new Set([1, 2, 3].map(() => this.#random.one([...this.#fixtures.keys()])))
    const command = this.#random.one<OfferCommand>([
      { type: 'BlacklistLeague', league },
      { type: 'UnblacklistLeague', league },
      { type: 'SaveGamesOfTheDay', fixtures: [...games] },
    ])
    const meta = this.#meta(this.#admin, null)
    const decision = decideOffer(command, meta, this.#offer)
    if (!decision.accepted || decision.events.length === 0) return
    this.#record(`offer-${OFFER}`, command, meta, decision.events, (event) => evolveOffer(this.#offer, event))
  }

  #on(account: string, actor: Actor, command: AccountCommand, reason: string | null = null): boolean {
    const state = this.#accounts.get(account) ?? initialAccount(account)
    this.#accounts.set(account, state)
    const meta = this.#meta(actor, reason)
    const decision = decideAccount(command, meta, state)
    if (!decision.accepted || decision.events.length === 0) return false
    this.#record(`account-${account}`, command, meta, decision.events, (event) => evolveAccount(state, event))
    return true
  }

  #with(fixture: string, actor: Actor, command: FixtureCommand): void {
    const state = this.#fixtures.get(fixture) ?? initialFixture(fixture)
    this.#fixtures.set(fixture, state)
    const meta = this.#meta(actor, null)
    const decision = decideFixture(command, meta, state)
    if (!decision.accepted || decision.events.length === 0) return
    this.#record(`fixture-${fixture}`, command, meta, decision.events, (event) => evolveFixture(state, event))
  }

  #record<Event extends AccountEvent | FixtureEvent | FeedEvent | OfferEvent>(
    stream: string,
    command: AccountCommand | FixtureCommand | FeedCommand | OfferCommand,
    commandMeta: CommandMeta,
    events: readonly Event[],
    evolve: (event: Event & { meta: Meta; version: number }) => void,
  ): void {
    const meta: Meta = { ...commandMeta, recordedAt: new Date(this.#now + 5).toISOString() }
    let version = this.#versions.get(stream) ?? -1
    for (const event of events) {
      version += 1
      evolve({ ...event, meta, version })
    }
    this.#versions.set(stream, version)
    this.steps.push({ stream, command, meta, events })
  }

  #meta(actor: Actor, reason: string | null): CommandMeta {
    return {
      ...this.#metaAt(actor),
      command: { id: this.#random.id(), hash: commitment('command') },
      correlation: this.#random.id(),
      reason: reason === null ? null : { code: reason, text: null },
    }
  }

  #metaAt(actor: Actor) {
    return {
      actor,
      session: actor.role === 'system' ? null : commitment('session'),
      causation: null,
      at: new Date(this.#now).toISOString(),
      reason: null,
    }
  }
}

/** A bettor may still bet on a game that has just ended, at a price read earlier: late, and void. */
const legOf = (quote: Quote) => ({
  fixture: quote.fixture,
  market: quote.market,
  selection: quote.selection,
  selectionName: quote.selectionName,
  seenOdds: quote.odds,
  quote,
  closed: false,
})
