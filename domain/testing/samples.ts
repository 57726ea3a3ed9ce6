// Accounts, games, quotes and commands for the tests: complete and valid, changed as a test says.

import type { AccountEvent } from '../account/events.ts'
import type { PlaceBet, PlacedLeg } from '../bet/bet-commands.ts'
import type { BetLimits, BetPlaced, BetResettled, BetSettled, Quote } from '../bet/bet-events.ts'
import type { FixtureResult } from '../fixture/fixture-outcome.ts'
import type { CommandMeta } from '../meta.ts'
import { parlayOdds, returnCents } from '../odds.ts'
import type { TransferSent } from '../transfer/transfer-events.ts'
import type { FirstRole } from '../values.ts'

/** A readable name as one of our ids. */
export const id = (name: string): string =>
  [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(32, '0')
    .slice(0, 32)

/** A readable name as a hash or commitment. */
export const commitment = (name: string): string => id(name) + id('salt')

export const BETTOR = id('bettor')
export const ADMIN = id('admin')
export const OTHER_ADMIN = id('other admin')
export const SUPER_ADMIN = id('super admin')
export const AUDITOR = id('auditor')

export const T0 = Date.parse('2026-11-20T18:00:00.000Z')
/** The instant that many seconds after T0. */
export const at = (seconds: number): string => new Date(T0 + seconds * 1000).toISOString()

export const metaOf = (meta: Partial<CommandMeta> = {}): CommandMeta => ({
  actor: { id: BETTOR, role: 'user' },
  session: commitment('session'),
  command: { id: id('command'), hash: commitment('command') },
  correlation: id('correlation'),
  causation: null,
  at: at(0),
  reason: null,
  ...meta,
})

export const bettor = { actor: { id: BETTOR, role: 'user' } } as const
export const admin = { actor: { id: ADMIN, role: 'admin' } } as const
export const superAdmin = { actor: { id: SUPER_ADMIN, role: 'super-admin' } } as const
export const auditor = { actor: { id: AUDITOR, role: 'auditor' } } as const
export const settler = { actor: { id: 'settler', role: 'system' } } as const
export const feed = { actor: { id: 'feed', role: 'system' } } as const

export const LIMITS: BetLimits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }

export const opened = (role: FirstRole = 'user'): AccountEvent => ({
  type: 'AccountOpened',
  schema: 2,
  data: {
    role,
    username: commitment(role),
    password: commitment(`${role} password`),
    openedBy: role === 'user' ? 'sign-up' : 'setup',
    ageAttested: true,
  },
})

export const blocked: AccountEvent = { type: 'AccountBlocked', schema: 1, data: {} }

/** A deposit that leaves an admin's float. */
export const sent = (changes: Partial<TransferSent> = {}): AccountEvent => ({
  type: 'TransferSent',
  schema: 1,
  data: {
    transfer: id('transfer'),
    from: 'float',
    to: BETTOR,
    into: 'wallet',
    amountCents: 10_000,
    purpose: 'deposit',
    ...changes,
  },
})

export const received = (amountCents: number, transfer = id('first deposit')): AccountEvent => ({
  type: 'TransferReceived',
  schema: 1,
  data: {
    transfer,
    sender: ADMIN,
    into: 'wallet',
    amountCents,
    purpose: 'deposit',
    owedPaidCents: 0,
    forwarded: false,
  },
})

export const floatSet = (afterCents: number, beforeCents = 0, draw: { draw?: string } = {}): AccountEvent => ({
  type: 'FloatSet',
  schema: 2,
  data: { beforeCents, afterCents, ...draw },
})

export const removed = (floatCents = 0): AccountEvent => ({ type: 'AdminRemoved', schema: 1, data: { floatCents } })

export const quoteOf = (changes: Partial<Quote> = {}): Quote => ({
  fixture: id('derby'),
  fixtureVersion: 0,
  league: 'soccer_epl',
  startsAt: at(3600),
  market: 'h2h',
  selection: 'home',
  selectionName: 'Arsenal',
  drawOffered: true,
  odds: '2.10',
  bookmaker: 'betway',
  quotedAt: at(-20),
  fetchedAt: at(-10),
  message: commitment('message'),
  ...changes,
})

/** The quote without a draw to bet on. */
export const twoWay = ({ drawOffered: _, ...quote }: Quote): Quote => quote

/** A leg at a quote, seen at the odds of the quote. */
export const legAt = (quote: Quote, changes: Partial<PlacedLeg> = {}): PlacedLeg => {
  const { fixture, market, point, selection, selectionName, odds } = quote
  const leg = { fixture, market, selection, selectionName, seenOdds: odds, quote, closed: false, ...changes }
  return point === undefined ? leg : { ...leg, point }
}
export const legOf = (quote: Partial<Quote> = {}, changes: Partial<PlacedLeg> = {}): PlacedLeg =>
  legAt(quoteOf(quote), changes)

export const placeBet = (changes: Partial<PlaceBet> = {}): PlaceBet => ({
  type: 'PlaceBet',
  bet: id('bet'),
  stakeCents: 1000,
  policy: 'within-10-percent',
  legs: [legOf()],
  limits: LIMITS,
  ...changes,
})

/** The event of an accepted command. */
export function betPlaced(command: PlaceBet): AccountEvent & { type: 'BetPlaced'; data: BetPlaced } {
  const { bet, stakeCents, policy, limits } = command
  const legs = command.legs.map(({ quote, seenOdds }) =>
    seenOdds === quote!.odds ? quote! : { ...quote!, seen: seenOdds },
  )
  const odds = parlayOdds(legs.map((leg) => leg.odds))!
  const potentialReturnCents = returnCents(stakeCents, odds)!
  const seen = command.seenParlayOdds === undefined ? {} : { seenParlayOdds: command.seenParlayOdds }
  const data = { bet, stakeCents, legs, odds, potentialReturnCents, policy, limits, ...seen }
  return { type: 'BetPlaced', schema: 2, data }
}

/** The settlement of the bet of `placeBet`: won. */
export const settled = (
  changes: Partial<BetSettled> = {},
): AccountEvent & { type: 'BetSettled'; data: BetSettled } => ({
  type: 'BetSettled',
  schema: 2,
  data: {
    bet: id('bet'),
    rule: 2,
    outcome: 'won',
    stakeCents: 1000,
    returnCents: 2100,
    owedPaidCents: 0,
    legs: [{ leg: 0, fixture: id('derby'), result: 1, grade: 'won', factor: '2.10' }],
    ...changes,
  },
})

/** The settlement of `settled` taken back, with nothing in its place. */
export const resettled = (
  changes: Partial<BetResettled> = {},
): AccountEvent & { type: 'BetResettled'; data: BetResettled } => ({
  type: 'BetResettled',
  schema: 1,
  data: {
    bet: id('bet'),
    replaces: 3,
    stakeCents: 1000,
    reversedReturnCents: 2100,
    reversedOwedPaidCents: 0,
    shortfallCents: 0,
    settlement: null,
    ...changes,
  },
})

/** The outcome of a game that ended in regulation time. */
export const ended = (fixture: string, home: number, away: number, version = 1): FixtureResult => ({
  kind: 'result',
  fixture: id(fixture),
  version,
  closedAt: at(9_000),
  score: { home, away },
  regulation: { home, away },
})
