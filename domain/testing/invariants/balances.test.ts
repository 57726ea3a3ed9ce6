import { describe, expect, it } from 'vitest'
import { type AccountEvent, accountStream } from '../../account/events.ts'
import { heldStakesOf, type LedgerAccount, postingsOf, walletOf } from '../../ledger/postings.ts'
import { BETTOR, betPlaced, id, placeBet, received } from '../samples.ts'
import { balanceOf, keepsFloor, post, sumOf } from './balances.ts'

const SETTLED: AccountEvent = {
  type: 'BetSettled',
  schema: 2,
  data: { bet: id('bet'), rule: 2, outcome: 'won', stakeCents: 1000, returnCents: 2100, owedPaidCents: 0, legs: [] },
}

describe('balances', () => {
  it('are the sums of the postings, without accounts at zero', () => {
    const balances = new Map<LedgerAccount, number>()
    for (const event of [received(5000), betPlaced(placeBet()), SETTLED]) {
      post(balances, postingsOf(accountStream(BETTOR), event))
    }
    expect(balanceOf(balances, walletOf(BETTOR))).toBe(6100)
    expect(balanceOf(balances, 'house:profit')).toBe(-1100)
    expect(balances.has(heldStakesOf(id('bet')))).toBe(false)
    expect(sumOf(balances, 'user:', ':wallet')).toBe(6100)
    expect(sumOf(balances, '')).toBe(0)
  })
  it('throw if an integer is no longer exact', () => {
    const balances = new Map<LedgerAccount, number>([['treasury', -Number.MAX_SAFE_INTEGER]])
    expect(() => post(balances, [{ from: 'treasury', to: 'house:profit', amountCents: 1 }])).toThrow(RangeError)
  })
  it('have floors, except for the treasury and the house', () => {
    expect(keepsFloor('treasury', -1)).toBe(true)
    expect(keepsFloor('house:grants', -1)).toBe(true)
    expect(keepsFloor(walletOf(BETTOR), -1)).toBe(false)
    expect(keepsFloor(walletOf(BETTOR), 0)).toBe(true)
    expect(keepsFloor(`user:${BETTOR}:owed`, 1)).toBe(false)
    expect(keepsFloor(`user:${BETTOR}:owed`, -1)).toBe(true)
  })
})
