import { describe, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { MAX_TRANSFER_CENTS } from '../limits.ts'
import { ADMIN, admin, blocked, id, OTHER_ADMIN, opened, removed, settler, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const PER_DAY = 500_00
const account = specOf(accountAggregate, ADMIN)
const use = (movesCents: number, decision = 'decision') =>
  ({ type: 'UseAuthority', decision: id(decision), movesCents, perDayCents: PER_DAY }) as const
const used = (movesCents: number, decision = 'decision'): AccountEvent => ({
  type: 'AuthorityUsed',
  schema: 1,
  data: { decision: id(decision), movesCents, perDayCents: PER_DAY },
})
const EVENING = '2026-11-20T22:59:59.999Z'
const NEXT = '2026-11-20T23:00:00.000Z'
const on = (at: string, event: AccountEvent) => ({ event, meta: { ...admin, at } })

describe('what one hand decides alone', () => {
  it('is counted up to the bound per day, and not a cent above it', () => {
    account
      .given([opened('admin')])
      .when(use(PER_DAY), admin)
      .thenOnce([used(PER_DAY)])
    const some = account.given([opened('admin'), used(200_00, 'first'), used(100_00, 'second')])
    some.when(use(200_00), admin).thenOnce([used(200_00)])
    some.when(use(200_01), admin).thenRefused('authority_used_up', { leftCents: 200_00 })
  })
  it('starts from 0 on a new business day, but never on one that is over', () => {
    const all = account.given([opened('admin'), on(EVENING, used(PER_DAY, 'first'))])
    all.when(use(1), { ...admin, at: EVENING }).thenRefused('authority_used_up', { leftCents: 0 })
    all.when(use(PER_DAY), { ...admin, at: NEXT }).thenOnce([used(PER_DAY)])
    account
      .given([opened('admin'), on(NEXT, used(1, 'first'))])
      .when(use(1), { ...admin, at: EVENING })
      .thenRefused('authority_used_up', { leftCents: 0 })
  })
  it('is used by a plain admin, on the account whose hand it is', () => {
    const other = { actor: { id: OTHER_ADMIN, role: 'admin' } } as const
    account
      .given([opened('admin')])
      .when(use(1), other)
      .thenOnce([used(1)])
    for (const who of [superAdmin, settler])
      account
        .given([opened('admin')])
        .when(use(1), who)
        .thenRefused('not_an_admin')
    account
      .given([opened('super-admin')])
      .when(use(1), admin)
      .thenRefused('not_an_admin')
    account.given([]).when(use(1), admin).thenRefused('account_missing')
    for (const [end, code] of [
      [removed(), 'account_closed'],
      [blocked, 'account_blocked'],
    ] as const) {
      account
        .given([opened('admin'), end])
        .when(use(1), admin)
        .thenRefused(code)
      account
        .given([opened('admin'), end])
        .when(use(1), other)
        .thenOnce([used(1)])
    }
  })
  it.each([0, -1, 0.5, Number.NaN, MAX_TRANSFER_CENTS + 1])('is never %d cents', (cents) =>
    account
      .given([opened('admin')])
      .when(use(cents), admin)
      .thenRefused('amount_invalid'),
  )
})
