// The commands of a replayed season, as feed, bettor, admin and settler send them.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { parlayOdds } from '#domain/odds.ts'
import { marketOf } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import { LIMITS } from '#domain/testing/samples.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { committed, type MadeIdentity } from '#tests/identities.ts'
import type { Game, Pair } from './game.ts'
import type { Wager } from './strategy.ts'

export const idOf = (name: string): string => commandId('replay', name)
export const BETTOR = idOf('bettor')
export const OPENING_CENTS = 1_000_000_000

/** Times of a game's day: bets are placed in the morning, games end in the evening, admins decide at night. */
const HOURS = { bet: '08', start: '12', end: '20', night: '23' } as const
const at = (day: string, hour: keyof typeof HOURS): string => `${day}T${HOURS[hour]}:00:00.000Z`

export const metaOf = (
  actor: CommandMeta['actor'],
  day: string,
  hour: keyof typeof HOURS,
  name: string,
): CommandMeta => {
  const id = idOf(name)
  const command = { id, hash: hashCommand(name) }
  return { actor, session: null, command, correlation: id, causation: null, at: at(day, hour), reason: null }
}
export const FEED = { id: 'feed', role: 'system' } as const
export const SETTLER = { id: 'settler', role: 'system' } as const
export const SIGN_UP = { id: 'sign-up', role: 'system' } as const
export const SETUP = { id: 'setup', role: 'system' } as const
export const BOSS = { id: idOf('boss'), role: 'super-admin' } as const
export const PLAYER = { id: BETTOR, role: 'user' } as const

const openedBy = { bettor: 'sign-up', boss: 'setup' } as const

/** The identities of the two, as a registration would have stored them. */
export const IDENTITIES: readonly MadeIdentity[] = [
  {
    account: BETTOR,
    name: 'bettor',
    secret: 'of the bettor',
    registration: { role: 'user', openedBy: openedBy.bettor },
  },
  {
    account: BOSS.id,
    name: 'boss',
    secret: 'of the boss',
    registration: { role: 'super-admin', openedBy: openedBy.boss },
  },
]

export const openBettor = (): AccountCommand => ({
  ...{ type: 'OpenAccount', role: 'user', username: committed('bettor'), password: committed('of the bettor') },
  ...{ openedBy: openedBy.bettor, ageAttested: true, welcomeGrantCents: OPENING_CENTS, receive: null },
})

export const createBoss = (): AccountCommand => ({
  ...{ type: 'CreateAdmin', role: 'super-admin', username: committed('boss'), password: committed('of the boss') },
  ...{ openedBy: openedBy.boss, floatCents: 0 },
})

export const listingOf = ({ league, home, away, day }: Game): FixtureCommand => ({
  ...{
    type: 'ListFixture',
    source: 'feed',
    providerId: `${day} ${home}`,
    league,
    home,
    away,
    startsAt: at(day, 'start'),
  },
})

/** `fixtures`: by number of the game. `today`: the day of the bet. */
export function placing(
  bet: string,
  { stakeCents, picks }: Wager,
  games: readonly Game[],
  fixtures: readonly string[],
  today: string,
): AccountCommand {
  const legs = picks.map(({ game, offer }) => {
    const { league, day, home, away, offers } = games[game]!
    const { market, selection, point, odds } = offer
    const fixture = fixtures[game]!
    const hasDraw = market === 'h2h' && offers.some((one) => one.market === 'h2h' && one.selection === 'draw')
    const line = point === undefined ? {} : { point }
    const name = selectionName(marketOf(market)!.kind, selection, point, { home, away })
    const quote: Quote = {
      ...{ fixture, fixtureVersion: 0, league, startsAt: at(day, 'start'), market, selection, ...line, odds },
      ...{ selectionName: name, bookmaker: 'closing', message: hashCommand('closing prices') },
      ...{ quotedAt: at(today, 'bet'), fetchedAt: at(today, 'bet') },
      ...(hasDraw ? { drawOffered: true } : {}),
    }
    return { fixture, market, selection, ...line, selectionName: name, seenOdds: odds, quote, closed: false }
  })
  const seen = legs.length > 1 ? { seenParlayOdds: parlayOdds(legs.map(({ seenOdds }) => seenOdds))! } : {}
  return { type: 'PlaceBet', bet, stakeCents, policy: 'none', legs, ...seen, limits: LIMITS }
}

const scoreOf = ([home, away]: Pair) => ({ home, away })

/** How a game ends: what is known in the evening, and what an admin adds at night. */
export function endingsOf({ ending, day }: Game): { readonly now: FixtureCommand[]; readonly later: FixtureCommand[] } {
  const result = { source: 'admin', reads: [], closedAt: at(day, 'end') } as const
  if (ending.kind === 'not-played') {
    return { now: [{ type: 'AbandonFixture', why: ending.why, closedAt: at(day, 'end') }], later: [] }
  }
  if (ending.kind === 'by-hand') {
    const { winner } = ending
    const gradeOf = (selection: string) => (winner === null ? 'void' : winner === selection ? 'won' : 'lost')
    const selections = ['home', 'away'].map((selection) => ({ selection, grade: gradeOf(selection) }) as const)
    const decision = { type: 'DecideMarket', market: 'h2h', selections } as const
    return { now: [], later: [{ type: 'RecordResult', score: null, ...result }, decision] }
  }
  const { score, regulation, told } = ending
  const known = regulation === null ? {} : { regulation: scoreOf(regulation) }
  const now = [{ type: 'RecordResult', score: scoreOf(score), ...known, ...result }] as const
  if (told === undefined) return { now: [...now], later: [] }
  return {
    now: [...now],
    later: [{ type: 'CorrectResult', score: scoreOf(score), regulation: scoreOf(told), ...result }],
  }
}
