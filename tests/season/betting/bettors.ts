// Bettors who bet a little on everything that the board shows, chosen by a seed.
import { setTimeout as pause } from 'node:timers/promises'
import type { Game, PlaceBetBody } from '#services/contract/contract.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import { drawsFor } from '#services/simulator/random.ts'
import { call } from '#tests/product.ts'
import type { House } from '../house/house.ts'
import { type Pick, picksOf, slipOf } from './slips.ts'

export type Bets = {
  accepted: number
  /** Number of refusals by code. */
  readonly refused: Map<string, number>
  /** Legs of accepted bets, by market. */
  readonly legs: Map<string, number>
}

const POLICIES = ['within-10-percent', 'better', 'none', 'any'] as const
const AHEAD_MS = 24 * HOUR
/** System time. By then, markets fetched because somebody looks at a game have mostly arrived. */
const LOOK_MS = 60
/** Longer than the least time between two fetches of a league's prices. */
const WAIT_MS = 12_000

export const noBets = (): Bets => ({ accepted: 0, refused: new Map(), legs: new Map() })

export function createBettors(house: House, seed: string, bets: Bets) {
  const { origin, board, bettors, clock } = house
  let number = 0
  let turn = 0

  async function place(picks: readonly Pick[]): Promise<void> {
    const which = number++
    const draw = drawsFor(`${seed}/bet/${which}`)
    const policy = POLICIES[Math.floor(draw(0) * POLICIES.length)]!
    const body: PlaceBetBody = slipOf(picks, Math.round(20 + draw(1) * 5_000) / 100, policy)
    const token = bettors[which % bettors.length]!
    const reply = await call<{ code?: string }>(origin, '/api/bets/place-bet', { token, body, key: `bet-${which}` })
    if (reply.status === 200) {
      bets.accepted += 1
      for (const { market } of picks) count(bets.legs, market)
    } else count(bets.refused, reply.body.code ?? String(reply.status))
  }

  /** One game after the other, markets with the fewest bets first. */
  function pickOf(game: Game, draw: number): Pick | null {
    const shown = picksOf(board.game(game.id) ?? game)
    if (shown.length === 0) return null
    const fewest = Math.min(...shown.map(({ market }) => bets.legs.get(market) ?? 0))
    const rare = shown.filter(({ market }) => (bets.legs.get(market) ?? 0) <= fewest + 1)
    return rare[Math.floor(draw * rare.length)]!
  }

  async function betOn(games: readonly Game[], count: number): Promise<(readonly Pick[])[]> {
    if (games.length === 0) return []
    const draw = drawsFor(`${seed}/turn/${turn++}`)
    const chosen = [...new Set(Array.from({ length: count }, (_, n) => games[Math.floor(draw(n) * games.length)]!))]
    // somebody who opens a game sees all of its markets a moment later
    for (const { id, league_key } of chosen) await call(origin, `/api/sports/${league_key}?eventId=${id}`)
    await pause(LOOK_MS)
    const picks = chosen.map((game, n) => pickOf(game, draw(100 + n))).filter((pick) => pick !== null)
    const slips: (readonly Pick[])[] = picks.map((pick) => [pick])
    const legs = 2 + Math.floor(draw(99) * 4)
    if (picks.length >= legs) slips.push(picks.slice(0, legs))
    return slips
  }

  const bettable = (games: Game[]) => games.filter((game) => game.bettable && picksOf(game).length > 0)

  return {
    /** On games before their start. */
    async beforeTheStart(count: number): Promise<void> {
      const until = clock.businessNow().getTime() + AHEAD_MS
      const soon = board.upcoming().filter(({ commence_time }) => Date.parse(commence_time) < until)
      for (const slip of await betOn(bettable(soon), count)) await place(slip)
    },
    /** On games in play: such a bet waits until prices were fetched after it. */
    async inPlay(count: number): Promise<void> {
      const placing = (await betOn(bettable(board.live()), count)).map(place)
      await pause(LOOK_MS)
      clock.advance(WAIT_MS)
      await Promise.all(placing)
    },
  }
}

const count = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)
