// Backers who bet on every market of every tie before it starts, and on combinations; and what became of their bets.
import { setTimeout as pause } from 'node:timers/promises'
import type { Bet, BetAccepted, Game } from '#services/contract/contract.ts'
import { ask } from '#tests/product.ts'
import { type Pick, picksOf, slipOf } from '../betting/slips.ts'
import { expectedReturn } from '../replay/expected-return.ts'
import type { Game as PlayedGame } from '../replay/game.ts'
import type { Wager } from '../replay/strategy.ts'
import { isSettled, LEAGUE, type Match } from './matches.ts'
import { marketsOf, offerOf } from './offers.ts'

type Placed = Wager & { readonly bet: string; readonly token: string }

export type Verdict = {
  readonly bets: number
  readonly settled: number
  readonly waiting: number
  readonly neverOffered: string[]
  readonly wrong: string[]
}

const STAKE_CENTS = 1_015
/** Together longer than a busy machine takes to fetch the other markets of a game. */
const [TRIES, TRY_EVERY_MS] = [250, 20]

export function createBackers(origin: string, tokens: readonly string[], matches: readonly Match[]) {
  const byName = new Map(matches.map((match, n) => [match.home, n]))
  const offered = new Map<number, Game>()
  const placed: Placed[] = []

  async function place(picks: readonly Pick[]): Promise<void> {
    const token = tokens[placed.length % tokens.length]!
    const stakeCents = STAKE_CENTS + placed.length
    const body = slipOf(picks, stakeCents / 100, 'any')
    const { betId, legs } = await ask<BetAccepted>(origin, '/api/bets/place-bet', { token, body })
    const struck = picks.map((pick, leg) => {
      const game = byName.get(pick.game.home_team)!
      return { game, offer: offerOf(matches[game]!, pick.market, pick, legs[leg]!.odds) }
    })
    placed.push({ bet: betId, token, stakeCents, picks: struck })
  }

  /** Backs every open market of a tie, once. */
  async function back(game: Game): Promise<void> {
    const n = byName.get(game.home_team)!
    const one = async () => (await ask<Game[]>(origin, `/api/sports/${LEAGUE}?eventId=${game.id}`))[0]!
    let shown = await one()
    const all = marketsOf(matches[n]!).length
    // somebody who opens a game sees all of its markets a moment later
    for (let tries = 0; tries < TRIES && (shown.bookmakers[0]?.markets.length ?? 0) < all; tries++) {
      await pause(TRY_EVERY_MS)
      shown = await one()
    }
    const markets = Map.groupBy(picksOf(shown), ({ market }) => market)
    const picks = [...markets.values()].map((sides, market) => sides[(n + market) % sides.length]!)
    const before = offered.get(n - 1)
    offered.set(n, shown)
    for (const pick of picks) await place([pick])
    const other = before && picksOf(before).find(({ market }) => market === 'h2h')
    if (other !== undefined && n % 2 === 1) await place([picks[0]!, other])
  }

  return {
    /** Backs what is on offer and has not been backed. */
    async look(): Promise<void> {
      const games = await ask<Game[]>(origin, '/api/sports?upcoming=true')
      for (const game of games) {
        const n = byName.get(game.home_team)
        if (n !== undefined && !offered.has(n) && game.odds !== undefined && game.bettable) await back(game)
      }
    },

    async verdict(): Promise<Verdict> {
      const shown = new Map<string, Bet>()
      for (const token of new Set(placed.map((bet) => bet.token))) {
        for (const bet of await ask<Bet[]>(origin, '/api/bets/my-bets', { token })) shown.set(bet.id, bet)
      }
      const games = matches.map(playedGame)
      const wrong = placed.flatMap((wager) => problemOf(wager, shown.get(wager.bet), games, matches))
      const neverOffered = matches.filter((_, n) => !offered.has(n)).map(({ home }) => home)
      const waiting = placed.filter(({ bet }) => shown.get(bet)?.status === 'pending').length
      return { bets: placed.length, settled: placed.length - waiting, waiting, neverOffered, wrong }
    },
  }
}

/** By the score after ninety minutes. */
const playedGame = (match: Match): PlayedGame => ({
  ...{ league: LEAGUE, home: match.home, away: match.away, day: '' },
  offers: marketsOf(match).flatMap(({ key, outcomes }) =>
    outcomes.map(({ selection }) => ({ market: key, selection, odds: '1.00' })),
  ),
  ending: { kind: 'score', score: match.final, regulation: match.ninety },
})

function problemOf(wager: Placed, bet: Bet | undefined, games: PlayedGame[], matches: readonly Match[]): string[] {
  const about = wager.picks.map(({ game, offer }) => {
    const { home, course, ninety } = matches[game]!
    return `${offer.market} ${offer.selection} of ${home} (${course}, ${ninety.join('-')})`
  })
  if (bet === undefined) return [`${about}: forgotten`]
  const known = wager.picks.filter(({ game }) => isSettled(matches[game]!))
  // one lost leg loses a parlay at once
  const isLost = known.some((pick) => expectedReturn({ ...wager, picks: [pick] }, games) === 0n)
  if (!isLost && known.length < wager.picks.length) {
    return bet.status === 'pending' ? [] : [`${about}: ${bet.status}, and nobody knows the ninety minutes`]
  }
  if (bet.status === 'pending') return [`${about}: not settled`]
  const paid =
    bet.status === 'lost' && bet.potential_win === bet.struck_potential_win ? 0 : Math.round(bet.potential_win * 100)
  const expected = isLost ? 0 : Number(expectedReturn(wager, games))
  return paid === expected ? [] : [`${about}: paid ${paid} instead of ${expected} (${bet.status})`]
}
