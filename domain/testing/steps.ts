// A random history: its steps, carried out one after the other on the streams of a small ledger.
import type { AccountCommand } from '../account/commands.ts'
import { passwordOf } from '../account/state.ts'
import { isSettledBy } from '../bet/settle-bet.ts'
import { businessDay, daysAfter } from '../calendar/business-day.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { type FixtureState, fixtureEnd, fixtureOutcome } from '../fixture/state.ts'
import { floatDay } from '../float/float-days.ts'
import type { CommandMeta } from '../meta.ts'
import { BREAK_LENGTHS, LIMIT_KINDS, PLAY_PERIODS } from '../play/play-terms.ts'
import { BETS, FIXTURE_COUNT, randomDecision, randomQuote, randomScore } from './random-markets.ts'
import { commitment, id, legAt, metaOf, placeBet, quoteOf, T0, twoWay } from './samples.ts'
import { pick, type Step } from './step.ts'
import type { World } from './world.ts'

const USERS = ['ann', 'bob', 'cem'].map(id)
const ADMINS = ['ada', 'ben'].map(id)
const SUPER = id('sue')
const FIXTURES = Array.from({ length: FIXTURE_COUNT }, (_, n) => id(`game ${n}`))
const REASON = { code: 'by-admin', text: commitment('reason') }

/** A history in progress: every command has an id of its own, and business time advances. */
export class History {
  readonly world: World
  #commands = 0
  #ids = 0
  #nowMs = T0

  constructor(world: World) {
    this.world = world
    const setup = { id: 'setup', role: 'system' } as const
    const opened = { username: commitment('sue'), password: commitment('pw'), openedBy: 'setup', floatCents: 0 }
    world.onAccount(SUPER, { type: 'CreateAdmin', role: 'super-admin', ...opened }, this.#by(setup))
  }

  /** Two admins with floats, three bettors with money, all games listed: so that short histories cover much. */
  prepare(): void {
    const plain = { picks: [], seconds: 60, way: 1 }
    for (const who of [0, 1]) this.perform({ ...plain, kind: 'create-admin', who, whom: 2, cents: 1_000_000 })
    for (const who of [0, 1, 2]) this.perform({ ...plain, kind: 'create-user', who, whom: who % 2, cents: 50_000 })
    for (const who of FIXTURES.keys()) this.perform({ ...plain, kind: 'list', who, whom: 0, cents: 0 })
  }

  /** Carries out one step. */
  perform(step: Step): void {
    this.#nowMs += step.seconds * 1000
    const { world } = this
    const user = pick(USERS, step.who)
    const adminId = pick([...ADMINS, SUPER], step.whom)
    const byAdmin = this.#by({ id: adminId, role: adminId === SUPER ? 'super-admin' : 'admin' })
    const fixture = pick(FIXTURES, step.who)
    const byFeed = this.#by({ id: 'feed', role: 'system' })
    const secrets = { username: commitment(user), password: commitment('pw') }
    switch (step.kind) {
      case 'sign-up': {
        const opened = { ...secrets, openedBy: 'sign-up', ageAttested: true, receive: null } as const
        const welcomeGrantCents = step.cents % 2 === 0 ? 0 : 500
        const meta = this.#by({ id: 'sign-up', role: 'system' })
        world.onAccount(user, { type: 'OpenAccount', role: 'user', ...opened, welcomeGrantCents }, meta)
        break
      }
      case 'create-user':
        this.#createUser(user, adminId, step.cents, byAdmin)
        break
      case 'create-admin': {
        const opened = { ...secrets, openedBy: SUPER, floatCents: step.cents } as const
        const meta = this.#by({ id: SUPER, role: 'super-admin' })
        world.onAccount(pick(ADMINS, step.who), { type: 'CreateAdmin', role: 'admin', ...opened }, meta)
        break
      }
      case 'set-float':
        world.onAccount(
          pick([...ADMINS, SUPER], step.who),
          { type: 'SetAdminBalance', floatCents: step.cents * 10 },
          byAdmin,
        )
        break
      case 'draw': {
        const command = {
          type: 'Draw',
          draw: this.#id('d'),
          account: pick(ADMINS, step.who),
          budgetCents: 4_000,
        } as const
        world.onTreasury({ ...command, amountCents: step.cents }, byAdmin)
        break
      }
      case 'decide-draw': {
        const waiting = [...world.treasury.state.waiting.values()]
        const draw = waiting.length === 0 ? id('no such draw') : pick(waiting, step.cents < 0 ? 0 : step.cents).draw
        const by = step.way > 8 ? byAdmin : this.#by({ id: SUPER, role: 'super-admin' })
        world.onTreasury({ type: step.way % 3 === 0 ? 'DeclineDraw' : 'ApproveDraw', draw }, by)
        break
      }
      case 'pay-draw':
        world.pay(this.#by({ id: 'treasury', role: 'system' }))
        break
      case 'remove-admin':
        // seldom, so that most histories have admins
        if (step.way < 3)
          world.onAccount(pick([...USERS, ...ADMINS, SUPER], step.who), { type: 'RemoveAdmin' }, byAdmin)
        break
      case 'close-day': {
        // now and then a day that has not ended, another admin's, or with wrong figures
        const { floatDays, floatCents } = world.account(adminId).state
        const day = daysAfter(businessDay(byAdmin.at), step.way > 8 ? 0 : -1 - (step.way % 3))
        const figures = floatDays === undefined ? null : floatDay(floatDays, day)
        const closingCents = step.cents < 0 ? floatCents : (figures?.closingCents ?? 0)
        const by = step.way === 8 ? this.#by({ id: pick(ADMINS, step.who), role: 'admin' }) : byAdmin
        world.onAccount(adminId, { type: 'CloseFloatDay', day, closingCents }, by)
        break
      }
      case 'deposit': {
        const transfer = this.#id('t')
        const deposit = { transfer, to: user, amountCents: step.cents, purpose: 'deposit' } as const
        world.onAccount(adminId, { type: 'Deposit', ...deposit }, byAdmin)
        break
      }
      case 'withdraw': {
        // every other one takes the whole balance, so that a settlement taken back finds an empty wallet
        const { walletCents } = world.account(user).state
        const amountCents = step.way % 2 === 0 && walletCents > 0 ? walletCents : step.cents
        const withdraw = { transfer: this.#id('t'), to: adminId, amountCents }
        world.onAccount(user, { type: 'Withdraw', ...withdraw }, byAdmin)
        break
      }
      case 'deliver':
        world.deliver(this.#by({ id: 'transfers', role: 'system' }))
        break
      case 'block':
      case 'unblock': {
        const type = step.kind === 'block' ? 'BlockUser' : 'UnblockUser'
        world.onAccount(pick([...USERS, ...ADMINS, SUPER], step.who), { type }, byAdmin)
        break
      }
      case 'change-password':
        this.#changePassword(pick([...USERS, ...ADMINS, SUPER], step.who), step)
        this.#changeEmail(user, step)
        this.#changeSecondFactor(user, step)
        break
      case 'set-play-limit': {
        // now and then no limit, or for somebody else
        const amountCents = step.seconds % 4 === 0 ? null : step.cents * 3
        const limit = { kind: pick(LIMIT_KINDS, step.way), period: pick(PLAY_PERIODS, step.whom), amountCents }
        const by = step.way === 11 ? pick(USERS, step.whom) : user
        world.onAccount(user, { type: 'SetPlayLimit', ...limit }, this.#by({ id: by, role: 'user' }))
        break
      }
      case 'goodwill': {
        const goodwill = this.#id('t')
        const { cents: amountCents } = step
        const promise = { goodwill, to: user, amountCents, perDayCents: 2_000 }
        const promised = world.onAccount(adminId, { type: 'PromiseGoodwill', ...promise }, byAdmin)
        const payment = { type: 'PayGoodwill', goodwill, by: adminId, amountCents } as const
        if (promised.accepted) world.onAccount(user, payment, this.#by(byAdmin.actor))
        break
      }
      case 'take-break': {
        // mostly the shortest, so that there is betting after it
        const length = pick(BREAK_LENGTHS, step.way < 8 ? 0 : step.whom)
        world.onAccount(user, { type: 'TakeBreak', length }, this.#by({ id: user, role: 'user' }))
        break
      }
      case 'set-bet-caps': {
        // now and then removed, set by a bettor, or on an admin
        const stakeCents = step.way % 3 === 0 ? null : step.cents
        const payoutCents = step.way % 2 === 0 ? null : step.cents * 10
        const by = step.way === 11 ? this.#by({ id: user, role: 'user' }) : byAdmin
        const on = step.way === 10 ? adminId : user
        world.onAccount(on, { type: 'SetBetCaps', stakeCents, payoutCents }, by)
        world.onAccount(on, { type: 'AddNote', text: commitment(`note ${this.#commands}`) }, this.#by(by.actor))
        break
      }
      case 'end-request': {
        // few request ids, so that some are repeated; now and then withdrawn, answered by the person who asked, or
        // declined without a reason
        const outcome = pick(['done', 'declined', 'withdrawn'] as const, step.way)
        const on = step.way === 10 ? adminId : user
        const by = outcome === 'withdrawn' && step.cents % 4 !== 0 ? this.#by({ id: user, role: 'user' }) : byAdmin
        const amount = step.cents > 0 ? { kind: 'deposit', amountCents: step.cents } : { kind: 'closing' }
        const request = { request: id(`r${step.seconds % 5}`), ...amount }
        const reason = step.cents % 7 === 0 ? null : { code: 'by-admin', text: commitment('because') }
        world.onAccount(on, { type: 'EndRequest', ...request, outcome }, { ...by, reason })
        break
      }
      case 'close-account': {
        // requested, mostly cancelled, carried out or refused because something is left; now and then by a super admin,
        // on an admin, or without a request; a closed account is erased
        const own = this.#by({ id: user, role: 'user' })
        const bySuper = { ...this.#by({ id: SUPER, role: 'super-admin' }), reason: step.way === 10 ? null : REASON }
        const closings = this.#by({ id: 'closings', role: 'system' })
        const erase = { type: 'ErasePersonalData', rows: [], reasons: [] } satisfies AccountCommand
        if (world.account(user).state.closed) world.onAccount(user, erase, bySuper)
        else if (step.way < 3) world.onAccount(user, { type: 'RequestClosing' }, own)
        else if (step.way < 6) world.onAccount(user, { type: 'CancelClosing' }, own)
        else if (step.way < 9) world.onAccount(user, { type: 'CloseAccount' }, closings)
        else world.onAccount(step.way === 11 ? adminId : user, { type: 'CloseAccount' }, bySuper)
        break
      }
      case 'place':
        this.#place(pick([...USERS, ...USERS, ...USERS, ADMINS[0]!], step.who), step)
        break
      case 'list': {
        const startsAt = new Date(this.#nowMs).toISOString()
        const game = { source: 'feed', providerId: fixture, league: 'soccer_epl', home: 'A', away: 'B' } as const
        world.onFixture(fixture, { type: 'ListFixture', ...game, startsAt }, byFeed)
        break
      }
      case 'record':
      case 'correct':
        world.onFixture(fixture, this.#result(step), byFeed)
        break
      case 'abandon':
        world.onFixture(fixture, { type: 'AbandonFixture', why: 'cancelled', closedAt: this.#past(step) }, byFeed)
        break
      case 'decide-market': {
        const decision = randomDecision(this.#marketBetOn(fixture, user, step.cents), step.way, step.way > 8)
        world.onFixture(fixture, { type: 'DecideMarket', ...decision }, byAdmin)
        break
      }
      case 'void-fixture': {
        const market = this.#marketBetOn(fixture, user, step.cents)
        const all = step.way > 9
        world.onFixture(fixture, { type: 'VoidFixture', ...(all ? {} : { market }) }, byAdmin)
        break
      }
      case 'release-market': {
        // now and then the same suspension, a part of the product, or no reason
        const market = this.#marketBetOn(fixture, user, step.cents)
        const since = new Date(this.#nowMs - (this.#nowMs % (86_400_000 / 2))).toISOString()
        const by = step.way === 11 ? byFeed : step.way === 10 ? byAdmin : { ...byAdmin, reason: REASON }
        world.onFixture(fixture, { type: 'ReleaseMarket', market, why: 'implausible', since }, by)
        break
      }
      case 'keep-apart': {
        const newer = pick(FIXTURES, step.whom)
        const by = step.way === 10 ? byAdmin : { ...byAdmin, reason: REASON }
        // the product asks only about games that exist
        if (world.fixture(newer).state.listed === null) break
        world.onFixture(fixture, { type: 'KeepFixturesApart', newer, why: 'may-meet-again' }, by)
        break
      }
      case 'settle':
        this.#settle(user, step)
        break
      case 'resettle':
        this.#resettle(user, step)
        break
      case 'void': {
        const bet = step.way % 3 === 0 ? this.#settledBet(user, step) : this.#someBet(user, step.cents)
        world.onAccount(user, { type: 'VoidBet', bet, outcomes: this.#outcomes(0) }, byAdmin)
        break
      }
      case 'repeat': {
        const before = pick(world.accepted, step.cents < 0 ? 0 : step.cents)
        world.onAccount(before.account, before.command, before.meta)
        break
      }
    }
  }

  /** Lets everything in transit arrive. */
  finish(): void {
    while (this.world.inTransit.length > 0) this.world.deliver(this.#by({ id: 'transfers', role: 'system' }))
  }

  #by(actor: CommandMeta['actor']): CommandMeta {
    const command = { id: this.#id('c', ++this.#commands), hash: commitment('command') }
    return metaOf({ actor, command, at: new Date(this.#nowMs).toISOString() })
  }

  #id(kind: 't' | 'c' | 'b' | 'd', n = ++this.#ids): string {
    return id(`${kind}${String(n).padStart(15, '0')}`)
  }

  /** As the product does: the money leaves the admin first, and is received as the account opens. */
  #createUser(user: string, adminId: string, amountCents: number, meta: CommandMeta): void {
    const { world } = this
    const transfer = this.#id('t')
    const sent = world.onAccount(
      adminId,
      { type: 'Deposit', transfer, to: user, amountCents, purpose: 'create-user' },
      meta,
    )
    if (!sent.accepted) return
    const receive = { transfer, sender: adminId, amountCents, purpose: 'create-user' } as const
    const registration = {
      username: commitment(user),
      password: commitment('pw'),
      openedBy: adminId,
      ageAttested: true,
    }
    const command = { type: 'OpenAccount', role: 'user', ...registration, welcomeGrantCents: 0, receive } as const
    const opened = world.onAccount(user, command, this.#by(meta.actor))
    if (opened.accepted && opened.events.length > 0) world.inTransit.pop()
  }

  /** Mostly by the account itself; sometimes by another one, or with an old password that is no longer in force. */
  #changePassword(account: string, step: Step): void {
    const { state } = this.world.account(account)
    const actorId = step.seconds % 4 === 0 ? pick([...USERS, ...ADMINS, SUPER], step.whom) : account
    const role = actorId === SUPER ? 'super-admin' : ADMINS.includes(actorId) ? 'admin' : 'user'
    const replaces = step.cents % 5 === 0 ? null : step.cents % 7 === 0 ? commitment('pw') : passwordOf(state)
    const password = commitment(`pw ${step.cents % 3 === 0 ? '' : this.#commands}`)
    this.world.onAccount(account, { type: 'ChangePassword', password, replaces }, this.#by({ id: actorId, role }))
  }

  /** Sometimes removed, changed by somebody else, or by a request that arrives late. */
  #changeEmail(user: string, step: Step): void {
    const email = step.cents % 3 === 0 ? null : commitment(`email ${step.cents % 5}`)
    const replaces = step.way === 0 ? null : (this.world.account(user).state.email ?? null)
    const id = step.seconds % 4 === 0 ? pick(USERS, step.whom) : user
    this.world.onAccount(user, { type: 'ChangeEmail', email, replaces }, this.#by({ id, role: 'user' }))
  }

  /** Mostly set up; sometimes turned off, renewed or removed, or by a request about an earlier factor. */
  #changeSecondFactor(user: string, step: Step): void {
    const { secondFactor } = this.world.account(user).state
    const recoveryCodes = commitment(`codes ${this.#commands}`)
    const factor = (step.way !== 0 && secondFactor?.factor) || commitment(`factor ${this.#commands}`)
    const owner = this.#by({ id: step.seconds % 4 === 0 ? pick(USERS, step.whom) : user, role: 'user' })
    if (secondFactor === undefined || step.cents % 4 === 0) {
      this.world.onAccount(user, { type: 'EnableSecondFactor', factor, recoveryCodes }, owner)
    } else if (step.cents % 4 === 1) this.world.onAccount(user, { type: 'DisableSecondFactor', factor }, owner)
    else if (step.cents % 4 === 2) {
      this.world.onAccount(user, { type: 'RenewRecoveryCodes', factor, recoveryCodes }, owner)
    } else {
      const by = step.whom % 2 === 0 ? ({ id: SUPER, role: 'super-admin' } as const) : owner.actor
      this.world.onAccount(user, { type: 'RemoveSecondFactor' }, this.#by(by))
    }
  }

  #place(bettor: string, step: Step): void {
    // mostly games in progress; sometimes one that is over, whether the server has noticed or not
    const over = ({ fixture }: Step['picks'][number]) => hasEnded(this.world.fixture(pick(FIXTURES, fixture)).state)
    const picks = step.picks.filter((one) => one.drift < 2 || !over(one))
    const legs = picks.map(({ fixture, bet, odds, drift }) => {
      const state = this.world.fixture(pick(FIXTURES, fixture)).state
      const version = { fixture: state.id, fixtureVersion: Math.max(0, state.version) }
      const whole = quoteOf({ ...version, ...randomQuote(fixture, bet, odds) })
      const now = new Date(this.#nowMs).toISOString()
      const live = whole.startsAt <= now ? { ...whole, inPlay: true as const } : whole
      const quote = fixture === 0 ? twoWay(live) : live
      const seen = drift === 2 ? '5.00' : drift === 4 && quote.odds === '2.10' ? '2.00' : quote.odds
      return legAt(quote, {
        closed: drift === 1 && hasEnded(state),
        seenOdds: seen,
        ...(drift === 3 ? { quote: null } : {}),
      })
    })
    const policy = pick(['within-10-percent', 'none', 'better', 'any'] as const, step.way)
    const role = ADMINS.includes(bettor) ? 'admin' : 'user'
    const bet = this.#id('b')
    this.world.onAccount(
      bettor,
      placeBet({ bet, stakeCents: step.cents, legs, policy }),
      this.#by({ id: bettor, role }),
    )
  }

  #past(step: Step): string {
    return new Date(this.#nowMs - (step.cents % 100) * 60_000).toISOString()
  }

  #result(step: Step) {
    const readAt = (secondsAgo: number) => new Date(this.#nowMs - secondsAgo * 1000).toISOString()
    const reads = [45, 10].map((ago) => ({ readAt: readAt(ago), message: commitment('read') }))
    const type = step.kind === 'record' ? ('RecordResult' as const) : ('CorrectResult' as const)
    const score = randomScore(step.whom % 3, step.seconds % 3, step.way)
    return { type, ...score, source: 'feed' as const, reads, closedAt: this.#past(step) }
  }

  /** Mostly with all outcomes; sometimes the settler has read only some of them. */
  #settle(bettor: string, step: Step): void {
    const outcomes = this.#outcomes(step.whom % 4 === 0 ? step.seconds : 0)
    const bet = this.#someBet(bettor, step.cents)
    this.world.onAccount(bettor, { type: 'SettleBet', bet, outcomes }, this.#by({ id: 'settler', role: 'system' }))
  }

  /** By the settler or a super admin; mostly a settled bet, with the outcomes in force. */
  #resettle(bettor: string, step: Step): void {
    const bet = step.way === 11 ? this.#someBet(bettor, step.cents) : this.#settledBet(bettor, step)
    const by =
      step.way % 2 === 0 ? { id: 'settler', role: 'system' as const } : { id: SUPER, role: 'super-admin' as const }
    const outcomes = this.#outcomes(step.whom % 8 === 0 ? step.seconds : 0)
    this.world.onAccount(bettor, { type: 'ResettleBet', bet, outcomes }, this.#by(by))
  }

  /** A market of this game that this bettor has open bets on; any market if there is none. */
  #marketBetOn(fixture: string, bettor: string, n: number): string {
    const legs = [...this.world.account(bettor).state.bets.values()].flatMap((bet) => bet.legs)
    const here = legs.filter((leg) => leg.fixture === fixture)
    return pick(here.length > 0 ? here : BETS, Math.abs(n)).market
  }

  /** A settled bet of this bettor: mostly one that paid off a debt, or whose result has changed since. */
  #settledBet(bettor: string, { cents }: Step): string {
    const settled = [...this.world.account(bettor).state.settled]
    const paidDebt = settled.filter(([, bet]) => bet.owedPaidCents > 0)
    if (paidDebt.length > 0 && cents % 2 === 0) return pick(paidDebt, Math.abs(cents))[0]
    const outcomes = this.#outcomes(0)
    const overtaken = settled.filter(([, bet]) => bet.settlement !== null && !isSettledBy(bet, outcomes))
    const from = overtaken.length > 0 && cents % 5 !== 0 ? overtaken : settled
    return from.length === 0 ? id('no such bet') : pick(from, Math.abs(cents))[0]
  }

  /** A bet of this bettor: mostly an open one that can be decided. */
  #someBet(bettor: string, n: number): string {
    const { bets, settled } = this.world.account(bettor).state
    if (n % 8 === 0 && settled.size > 0) return pick([...settled.keys()], Math.abs(n))
    const open = [...bets]
    const decided = open.filter(([, bet]) => bet.legs.every((leg) => hasEnded(this.world.fixture(leg.fixture).state)))
    const from = decided.length > 0 && n % 3 !== 0 ? decided : open
    return from.length === 0 ? id('no such bet') : pick(from, Math.abs(n))[0]
  }

  /** Outcomes in force, except those of the fixtures in the mask. */
  #outcomes(unread: number): FixtureOutcome[] {
    return FIXTURES.filter((_, n) => !(unread & (1 << n)))
      .map((fixture) => fixtureOutcome(this.world.fixture(fixture).state))
      .filter((outcome) => outcome !== null)
  }
}

const hasEnded = (fixture: FixtureState): boolean => fixtureEnd(fixture) !== null
