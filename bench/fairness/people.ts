// The accounts: the bettor who is measured, an attacking bettor and an attacking admin.
import { setTimeout as pause } from 'node:timers/promises'
import { currentPicks, type Pick, singleBet } from '#tests/bets.ts'
import { BETTOR_PASSWORD, call, FUNDING_ADMIN, fundedSessions, signIn } from '#tests/product.ts'

export type People = {
  readonly bystander: { readonly token: string; readonly username: string; readonly password: string }
  readonly bettor: string
  readonly admin: string
}

const EUROS_EACH = 100_000
const LANES = 8
const QUOTED_WITHIN_MS = 60_000

/** `bets`: how many open bets the attacking bettor has. */
export async function createAccounts(origin: string, bets: number): Promise<People> {
  await fundedSessions(origin, 2, EUROS_EACH)
  const known = { username: 'bettor-0', password: BETTOR_PASSWORD }
  const bettor = await signIn(origin, 'bettor-1', known.password)
  await placeMany(origin, bettor, bets)
  return {
    bystander: { ...known, token: await signIn(origin, known.username, known.password) },
    bettor,
    admin: await signIn(origin, FUNDING_ADMIN.username, FUNDING_ADMIN.password),
  }
}

/** Waits for the feed's first prices. Throws if none come. */
export async function quotedPicks(origin: string): Promise<Pick[]> {
  for (const end = performance.now() + QUOTED_WITHIN_MS; performance.now() < end; await pause(250)) {
    const picks = await currentPicks(origin)
    if (picks.length > 0) return picks
  }
  throw new Error('no game has a price')
}

async function placeMany(origin: string, token: string, count: number): Promise<void> {
  let picks = await quotedPicks(origin)
  const numbers = Array.from({ length: count }, (_, number) => number).values()
  const lane = async () => {
    for (const number of numbers) {
      for (let attempt = 0; ; attempt++) {
        const pick = picks[(number * 7 + attempt) % picks.length]!
        const { status, body } = await call(origin, '/api/bets/place-bet', { token, body: singleBet(pick, 0.1) })
        if (status === 200) break
        if (attempt === 20) throw new Error(`a bet is refused: ${status} ${JSON.stringify(body)}`)
        await pause(250)
        picks = await quotedPicks(origin)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
