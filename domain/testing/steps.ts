// One random step of a history: who does what to whom, drawn from a few small numbers so that a failing history shrinks to
// a short one.
import fc from 'fast-check'
import { passwordOf } from '../account/state.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { fixtureOutcome, isClosed } from '../fixture/state.ts'
import type { CommandMeta } from '../meta.ts'
import { commitment, id, legOf, metaOf, placeBet, T0 } from './samples.ts'
import type { World } from './world.ts'

const USERS = ['ann', 'bob', 'cem'].map(id)
const ADMINS = ['ada', 'ben'].map(id)
const SUPER = id('sue')
const FIXTURES = Array.from({ length: 10 }, (_, n) => id(`game ${n}`))
const SELECTIONS = ['home', 'draw', 'away'] as const
const ODDS = ['1.01', '1.50', '1.91', '2.10', '3.33', '12.00', '999.00']

export type Step = {
  readonly kind: (typeof KINDS)[number]
  readonly who: number
  readonly whom: number
  readonly cents: number
  readonly picks: readonly { fixture: number; selection: number; odds: number; drift: number }[]
  readonly seconds: number
}

const KINDS = [
  'sign-up',
  'create-user',
  'create-admin',
  'set-float',
  'deposit',
  'withdraw',
  'deliver',
  'block',
  'unblock',
  'change-password',
  'place',
  'list',
  'record',
  'correct',
  'abandon',
  'settle',
  'void',
  'repeat',
] as const

/** How often each is drawn, where it is not once. */
const WEIGHTS: Partial<Record<Step['kind'], number>> = {
  place: 14,
  settle: 9,
  record: 6,
  deposit: 3,
  deliver: 3,
  correct: 2,
  unblock: 2,
}

const small = (max: number) => fc.nat({ max })

const pickOf = fc.record({ fixture: small(9), selection: small(2), odds: small(6), drift: small(11) })

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...KINDS.map((kind) => ({ arbitrary: fc.constant(kind), weight: WEIGHTS[kind] ?? 1 }))),
  who: small(29),
  whom: small(29),
  cents: fc.oneof(
    { arbitrary: fc.integer({ min: 10, max: 3_000 }), weight: 6 },
    { arbitrary: fc.constantFrom(-5, 0, 1, 9, 10, 12_345, 1_000_000), weight: 1 },
  ),
  picks: fc.oneof(
    {
      arbitrary: fc.uniqueArray(pickOf, { minLength: 1, maxLength: 4, selector: ({ fixture }) => fixture }),
      weight: 8,
    },
    { arbitrary: fc.array(pickOf, { maxLength: 4 }), weight: 1 },
  ),
  seconds: small(40_000),
})

const pick = <Value>(from: readonly Value[], at: number): Value => from[at % from.length]!

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
    const plain = { picks: [], seconds: 60 }
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
      case 'deposit': {
        const transfer = this.#id('t')
        const deposit = { transfer, to: user, amountCents: step.cents, purpose: 'deposit' } as const
        world.onAccount(adminId, { type: 'Deposit', ...deposit }, byAdmin)
        break
      }
      case 'withdraw': {
        const withdraw = { transfer: this.#id('t'), to: adminId, amountCents: step.cents }
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
        break
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
      case 'settle':
        this.#settle(user, step)
        break
      case 'void': {
        const bet = this.#someBet(user, step.cents)
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

  #id(kind: 't' | 'c' | 'b', n = ++this.#ids): string {
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

  /** Mostly by the account itself; sometimes by another, or with an old password that is no longer in force. */
  #changePassword(account: string, step: Step): void {
    const { state } = this.world.account(account)
    const actorId = step.seconds % 4 === 0 ? pick([...USERS, ...ADMINS, SUPER], step.whom) : account
    const role = actorId === SUPER ? 'super-admin' : ADMINS.includes(actorId) ? 'admin' : 'user'
    const replaces = step.cents % 5 === 0 ? null : step.cents % 7 === 0 ? commitment('pw') : passwordOf(state)
    const password = commitment(`pw ${step.cents % 3 === 0 ? '' : this.#commands}`)
    this.world.onAccount(account, { type: 'ChangePassword', password, replaces }, this.#by({ id: actorId, role }))
  }

  #place(bettor: string, step: Step): void {
    // mostly games in progress; sometimes one that is over, noticed by the server or not
    const over = ({ fixture }: Step['picks'][number]) => isClosed(this.world.fixture(pick(FIXTURES, fixture)).state)
    const picks = step.picks.filter((one) => one.drift < 2 || !over(one))
    const legs = picks.map(({ fixture, selection, odds, drift }) => {
      const state = this.world.fixture(pick(FIXTURES, fixture)).state
      const quote = {
        fixture: state.id,
        fixtureVersion: Math.max(0, state.version),
        selection: pick(SELECTIONS, selection),
        selectionName: 'A',
        ...(state.id === FIXTURES[0] ? {} : { drawOffered: true as const }),
        odds: pick(ODDS, odds),
      }
      const seen = drift === 2 ? { seenOdds: '5.00' } : drift === 3 ? { quote: null } : {}
      return legOf(quote, { closed: drift === 1 && isClosed(state), ...seen })
    })
    const policy = step.seconds % 3 === 0 ? 'none' : 'within-10-percent'
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
    const score = { home: step.whom % 3, away: step.seconds % 3 }
    return { type, score, regulation: score, source: 'feed' as const, reads, closedAt: this.#past(step) }
  }

  /** Mostly with all outcomes; sometimes the settler has read only some of them. */
  #settle(bettor: string, step: Step): void {
    const outcomes = this.#outcomes(step.whom % 4 === 0 ? step.seconds : 0)
    const bet = this.#someBet(bettor, step.cents)
    this.world.onAccount(bettor, { type: 'SettleBet', bet, outcomes }, this.#by({ id: 'settler', role: 'system' }))
  }

  /** A bet of this bettor: mostly an open one, and one that can be decided. */
  #someBet(bettor: string, n: number): string {
    const { bets, settled } = this.world.account(bettor).state
    if (n % 8 === 0 && settled.size > 0) return pick([...settled.keys()], Math.abs(n))
    const open = [...bets]
    const decided = open.filter(([, bet]) => bet.legs.every((leg) => isClosed(this.world.fixture(leg.fixture).state)))
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
