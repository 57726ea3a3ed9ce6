// Bets through the product's interface, for tests and pictures of what bets change elsewhere.
import type { APIRequestContext } from '@playwright/test'
import { type Pick, singleBet } from '#tests/bets.ts'
import { type Account, expect } from './fixtures.ts'

/** Places a single at its current price, even if that moves meanwhile. `stake` in euros. */
export async function place(request: APIRequestContext, { token }: Account, pick: Pick, stake: number): Promise<void> {
  const data = { ...singleBet(pick, stake), odds_policy: 'any' }
  const reply = await request.post('/api/bets/place-bet', { data, headers: { Authorization: `Bearer ${token}` } })
  expect(reply.status(), await reply.text()).toBe(200)
}
