// Bettors under load who do not give up by themselves: each bet keeps its key until it has a definite answer, from
// whichever api.
import { setTimeout as pause } from 'node:timers/promises'
import type { BetAccepted } from '#services/contract/contract.ts'
import { currentPicks, type Pick, singleBet } from './bets.ts'
import { call } from './product.ts'
import { settlesByItself } from './settles-by-itself.ts'

const AGAIN_MS = 100
/** Pause between two bets of one bettor. */
const REST_MS = 40
const PARLAY_EVERY = 6
const REFRESH_MS = 1_500
const STAKE = 0.1
/** Games that end within the test: they have begun, or begin soon. */
const SOON_MS = 90 * 60_000

export type Placed = { readonly bettor: number; readonly body: unknown; readonly betId: string }

export type Punters = {
  /** By key, what was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, Placed>
  readonly parlays: number
  /** Resolves when each has the answer to its last bet. */
  stop(): Promise<void>
  /** They stop without an answer, if there may never be one. */
  giveUp(): void
}

export function letThemBet(origins: readonly string[], tokens: readonly string[], run: string): Punters {
  const acknowledged = new Map<string, Placed>()
  let parlays = 0
  let [stopped, hopeless] = [false, false]
  let picks: Pick[] = []
  const nth = (n: number) => origins[n % origins.length]!

  const look = async () => {
    for (let n = 0; !stopped; n++) {
      const found = await soonOver(nth(n)).catch(() => null)
      if (found !== null && found.length > 0) picks = found
      await pause(REFRESH_MS)
    }
  }

  const bet = async (bettor: number) => {
    for (let n = 0; !stopped; n++) {
      await pause(REST_MS)
      if (picks.length === 0) continue
      const pick = picks[(bettor * 31 + n) % picks.length]!
      const others = picks.filter(({ game }) => game.id !== pick.game.id)
      const isParlay = n % PARLAY_EVERY === 0 && others.length > 0
      const body = isParlay ? parlayBet([pick, others[(bettor + n) % others.length]!]) : singleBet(pick, STAKE)
      const key = `${run}-${bettor}-${n}`
      const betId = await placeUntilAnswered(bettor, body, key)
      if (betId === null) continue
      acknowledged.set(key, { bettor, body, betId })
      if (isParlay) parlays += 1
    }
  }

  /** Null if the bet is refused, or given up. */
  const placeUntilAnswered = async (bettor: number, body: unknown, key: string): Promise<string | null> => {
    for (let attempt = bettor; !hopeless; attempt++) {
      const reply = await call<BetAccepted>(nth(attempt), '/api/bets/place-bet', {
        token: tokens[bettor]!,
        body,
        key,
      }).catch(() => null)
      if (reply?.status === 200) return reply.body.betId
      if (reply !== null && reply.status < 500) return null
      await pause(AGAIN_MS)
    }
    return null
  }

  const lanes = [look(), ...tokens.map((_, bettor) => bet(bettor))]
  return {
    acknowledged,
    get parlays() {
      return parlays
    },
    async stop() {
      stopped = true
      await Promise.all(lanes)
    },
    giveUp() {
      stopped = hopeless = true
    },
  }
}

async function soonOver(origin: string): Promise<Pick[]> {
  const { now } = (await (await fetch(`${origin}/api/clock`)).json()) as { now: string }
  const until = Date.parse(now) + SOON_MS
  const picks = await currentPicks(origin)
  return picks.filter(({ game }) => Date.parse(game.commence_time) < until && settlesByItself(game.sport_key))
}

const parlayBet = (picks: readonly Pick[]) => ({
  game: `${picks.length}-Leg Parlay`,
  bet_type: 'parlay',
  is_parlay: true,
  bet_amount: STAKE,
  odd: picks.reduce((product, { odd }) => product * odd, 1),
  potential_win: null,
  selection: null,
  event_id: null,
  sport_key: null,
  commence_time: null,
  legs: picks.map(({ game, selection, odd }) => ({
    eventId: game.id,
    sport_key: game.sport_key,
    gameTitle: `${game.home_team} vs ${game.away_team}`,
    marketName: 'Moneyline',
    selection,
    price: odd,
    commence_time: game.commence_time,
  })),
})
