import { expect, it } from 'vitest'
import { BETTOR, betPlaced, opened, placeBet, settled } from '#domain/testing/samples.ts'
import { account, rowsOf } from '../testing/steps.ts'

it('what a lost bet returned is not a winning, and makes the loss smaller', async () => {
  const { user_statistics: rows } = await rowsOf([
    account(BETTOR, 0, opened(), { type: 'WelcomeGranted', schema: 1, data: { amountCents: 50_00 } }),
    account(BETTOR, 1, betPlaced(placeBet({ stakeCents: 10_00 }))),
    account(BETTOR, 2, settled({ outcome: 'lost', returnCents: 4_00 })),
  ])
  expect(rows).toEqual([
    {
      account_id: BETTOR,
      total_bets: 1,
      total_stake_cents: 10_00,
      total_winnings_cents: 0,
      profit_cents: -6_00,
      open_bets: 0,
    },
  ])
})
