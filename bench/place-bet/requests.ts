// The bets that the load places: on real quotes of the running feed, the same for Fairbook and the baselines.
import { type Pick, singleBet } from '#tests/bets.ts'
import type { Request } from '../load.ts'

const STAKES = [0.1, 0.25, 0.5, 1, 2.5]
const HEADERS = { 'content-type': 'application/json' }

/** Spreads over all accounts, picks and stakes without soon repeating a pattern. */
const nth = <Item>(items: readonly Item[], client: number, n: number, step: number): Item =>
  items[(client * 7_919 + n * step + n) % items.length]!

export const placeOnFairbook =
  (tokens: readonly string[], picks: readonly Pick[], run: string) =>
  (client: number, n: number): Request => ({
    path: '/api/bets/place-bet',
    headers: {
      ...HEADERS,
      authorization: `Bearer ${nth(tokens, client, n, 101)}`,
      'idempotency-key': `${run}-${client}-${n}`,
    },
    body: JSON.stringify(singleBet(nth(picks, client, n, 31), nth(STAKES, client, n, 3))),
  })

export const placeOnBaseline =
  (path: '/transaction' | '/statement', accounts: number, picks: readonly Pick[]) =>
  (client: number, n: number): Request => {
    const { game, selection, odd } = nth(picks, client, n, 31)
    return {
      path,
      headers: HEADERS,
      body: JSON.stringify({
        account: `account-${(client * 7_919 + n * 102) % accounts}`,
        event_id: game.id,
        selection,
        odd,
        bet_amount: nth(STAKES, client, n, 3),
      }),
    }
  }
