import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { RESETTLEMENT_WINDOW_MS } from '../limits.ts'
import {
  ADMIN,
  admin,
  BETTOR,
  betPlaced,
  bettor,
  commitment,
  opened,
  placeBet,
  received,
  settled,
  settler,
  superAdmin,
  T0,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const account = specOf(accountAggregate, BETTOR)
const closed: AccountEvent = { type: 'AccountClosed', schema: 1, data: {} }
const data = { rows: [{ kind: 'identity', count: 1 }], reasons: [] }
const erase = { type: 'ErasePersonalData', ...data } as const
const erased: AccountEvent = { type: 'PersonalDataErased', schema: 1, data }
const because = { reason: { code: 'by-admin', text: commitment('because') } }
const by = { ...superAdmin, ...because }

describe('the erasure of personal data', () => {
  it('is done on a closed account, once', () => {
    account.given([opened(), closed]).when(erase, by).then([erased])
    expect(account.given([opened(), closed, erased]).state.erased).toBe(true)
    account.given([opened(), closed, erased]).when(erase, superAdmin).thenNothing()
    account.given([opened()]).when(erase, by).thenRefused('account_not_closed')
    account
      .given([opened(), closed, received(1)])
      .when(erase, by)
      .thenRefused('account_not_empty')
  })
  it('is for a super admin who says why', () => {
    account.given([opened(), closed]).when(erase, superAdmin).thenRefused('reason_missing')
    for (const who of [admin, settler]) {
      account
        .given([opened(), closed])
        .when(erase, { ...who, ...because })
        .thenRefused('super_admin_required')
    }
    account
      .given([opened(), closed])
      .when(erase, { ...bettor, ...because })
      .thenRefused('account_closed')
  })
  it('is only of a bettor’s', () => {
    account.given([]).when(erase, by).thenRefused('account_missing')
    specOf(accountAggregate, ADMIN)
      .given([opened('admin')])
      .when(erase, by)
      .thenRefused('not_a_bettor')
  })
  it('waits until no bet of the account can be settled again', () => {
    const past = [opened(), received(1000), betPlaced(placeBet()), settled({ outcome: 'lost', returnCents: 0 }), closed]
    const later = (ms: number) => ({ ...by, at: new Date(T0 + ms).toISOString() })
    const given = account.given(past)
    given.when(erase, later(RESETTLEMENT_WINDOW_MS - 1)).thenRefused('erasure_too_early')
    given.when(erase, later(RESETTLEMENT_WINDOW_MS)).thenOnce([erased])
  })
})
