import { expect, it } from 'vitest'
import type { AccountEvent } from '#domain/account/events.ts'
import { ADMIN, BETTOR, floatSet, id, opened, received, sent } from '#domain/testing/samples.ts'
import { account, rowsOf } from '../testing/steps.ts'

it('what paid off a debt is no longer in the wallet, and the debt is smaller', async () => {
  const debtPaid = received(100_00, id('one'))
  const { account: rows } = await rowsOf([
    account(ADMIN, 0, opened('admin'), floatSet(500_00)),
    account(BETTOR, 1, opened()),
    account(ADMIN, 2, sent({ transfer: id('one'), amountCents: 100_00 })),
    account(BETTOR, 3, { ...debtPaid, data: { ...debtPaid.data, owedPaidCents: 30_00 } } as AccountEvent),
  ])
  expect(rows).toContainEqual(expect.objectContaining({ account_id: BETTOR, wallet_cents: 70_00, owed_cents: 30_00 }))
})
