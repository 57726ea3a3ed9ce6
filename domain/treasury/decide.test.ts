import { describe, expect, it } from 'vitest'
import { ADMIN, admin, bettor, id, metaOf, OTHER_ADMIN, SUPER_ADMIN, superAdmin } from '../testing/samples.ts'
import { type PastEvent, specOf } from '../testing/spec.ts'
import { treasuryAggregate } from './aggregate.ts'
import type { Draw } from './commands.ts'
import { TREASURY, type TreasuryEvent, treasuryStream } from './events.ts'

const treasury = specOf(treasuryAggregate, TREASURY)
const BUDGET = 20_000_00

const draw = (amountCents: number, changes: Partial<Draw> = {}): Draw => ({
  type: 'Draw',
  draw: id('draw'),
  account: OTHER_ADMIN,
  amountCents,
  budgetCents: BUDGET,
  ...changes,
})
const dataOf = ({ type: _, ...data }: Draw) => data
const drawn = (amountCents: number, changes: Partial<Draw> & { replaces?: string } = {}): TreasuryEvent => ({
  type: 'TreasuryDrawn',
  schema: 1,
  data: dataOf(draw(amountCents, changes)),
})
const requested = (amountCents: number, usedCents = 0, changes: Partial<Draw> & { replaces?: string } = {}) =>
  ({
    type: 'TreasuryDrawRequested',
    schema: 1,
    data: { ...dataOf(draw(amountCents, changes)), usedCents },
  }) satisfies TreasuryEvent
const decision = (type: 'TreasuryDrawApproved' | 'TreasuryDrawDeclined', amountCents: number): TreasuryEvent => ({
  type,
  schema: 1,
  data: { draw: id('draw'), account: OTHER_ADMIN, amountCents, requestedBy: ADMIN },
})
const on = (at: string, event: TreasuryEvent): PastEvent<TreasuryEvent> => ({ event, meta: { ...admin, at } })
const byAdmin = (event: TreasuryEvent): PastEvent<TreasuryEvent> => ({ event, meta: admin })

it('has one stream', () => expect(treasuryStream(TREASURY)).toMatch(/^treasury-[0-9a-f]{32}$/))

describe('a draw', () => {
  it('is granted up to the budget, to the cent', () => {
    treasury
      .given([])
      .when(draw(BUDGET), admin)
      .thenOnce([drawn(BUDGET)])
    treasury
      .given([byAdmin(drawn(BUDGET - 100, { draw: id('first') }))])
      .when(draw(100), admin)
      .thenOnce([drawn(100)])
  })
  it('waits as a whole beyond it, whoever drew before and for whom', () => {
    treasury
      .given([])
      .when(draw(BUDGET + 1), admin)
      .thenOnce([requested(BUDGET + 1)])
    const before = {
      event: drawn(BUDGET - 100, { account: ADMIN }),
      meta: { actor: { id: id('c'), role: 'admin' } },
    } as const
    treasury
      .given([before])
      .when(draw(101), admin)
      .thenOnce([requested(101, BUDGET - 100)])
  })
  it('always waits if the budget is 0', () =>
    treasury
      .given([])
      .when(draw(1, { budgetCents: 0 }), admin)
      .thenOnce([requested(1, 0, { budgetCents: 0 })]))
  it('replaces one that waits for the same admin', () => {
    const waits = byAdmin(requested(BUDGET + 1, 0, { draw: id('first') }))
    const replaces = id('first')
    treasury
      .given([waits])
      .when(draw(BUDGET + 5), admin)
      .thenOnce([requested(BUDGET + 5, 0, { replaces } as object)])
    treasury
      .given([waits])
      .when(draw(5), admin)
      .thenOnce([drawn(5, { replaces })])
    const { state } = treasury.given([waits, byAdmin(drawn(5, { replaces }))])
    expect(state.waiting.size).toBe(0)
  })
  it('is for plain admins, for another admin’s float, of a possible amount', () => {
    treasury.given([]).when(draw(1), bettor).thenRefused('not_an_admin')
    treasury.given([]).when(draw(1), superAdmin).thenRefused('not_an_admin')
    treasury
      .given([])
      .when(draw(1, { account: ADMIN }), admin)
      .thenRefused('super_admin_required')
  })
  it.each([0, -1, 0.5, Number.NaN, 1_000_000_000_001])('refuses %d cents', (cents) =>
    treasury.given([]).when(draw(cents), admin).thenRefused('amount_invalid'),
  )
})

describe('the budget', () => {
  const late = '2026-11-20T22:59:59.999Z'
  const midnight = '2026-11-20T23:00:00.000Z'

  it('starts again at midnight in Paris', () => {
    const given = treasury.given([on(late, drawn(BUDGET))])
    given.when(draw(1), { ...admin, at: late }).thenOnce([requested(1, BUDGET)])
    given.when(draw(BUDGET), { ...admin, at: midnight }).thenOnce([drawn(BUDGET)])
  })
  it('counts a late draw on the day of its time, and grants nothing on a day that is forgotten', () => {
    const given = treasury.given([on(late, drawn(BUDGET - 5)), on(midnight, drawn(BUDGET - 7, { draw: id('next') }))])
    given.when(draw(6), { ...admin, at: late }).thenOnce([requested(6, BUDGET - 5)])
    given.when(draw(7), { ...admin, at: midnight }).thenOnce([drawn(7)])
    given.when(draw(1), { ...admin, at: '2026-11-19T12:00:00.000Z' }).thenOnce([requested(1, BUDGET)])
  })
  it('is not used by draws that a super admin approved', () =>
    treasury
      .given([byAdmin(requested(BUDGET + 1)), byAdmin(decision('TreasuryDrawApproved', BUDGET + 1))])
      .when(draw(BUDGET, { draw: id('next') }), admin)
      .thenOnce([drawn(BUDGET, { draw: id('next') })]))
})

describe('a draw that waits', () => {
  const waits = byAdmin(requested(BUDGET + 1))
  const approve = { type: 'ApproveDraw', draw: id('draw') } as const
  const decline = { type: 'DeclineDraw', draw: id('draw') } as const

  it('is approved or declined by a super admin, and the event names who asked', () => {
    treasury
      .given([waits])
      .when(approve, superAdmin)
      .thenOnce([decision('TreasuryDrawApproved', BUDGET + 1)])
    treasury
      .given([waits])
      .when(decline, superAdmin)
      .thenOnce([decision('TreasuryDrawDeclined', BUDGET + 1)])
    expect(treasury.given([waits]).state.waiting.get(OTHER_ADMIN)?.requestedBy).toBe(ADMIN)
    expect(metaOf(superAdmin).actor.id).toBe(SUPER_ADMIN)
  })
  it('is decided once', () => {
    for (const type of ['TreasuryDrawApproved', 'TreasuryDrawDeclined'] as const) {
      const given = treasury.given([waits, byAdmin(decision(type, BUDGET + 1))])
      given.when(approve, superAdmin).thenRefused('draw_not_waiting')
      given.when(decline, superAdmin).thenRefused('draw_not_waiting')
    }
    treasury.given([]).when(approve, superAdmin).thenRefused('draw_not_waiting')
  })
  it('cannot be decided by a plain admin', () => {
    treasury.given([waits]).when(approve, admin).thenRefused('super_admin_required')
    treasury.given([waits]).when(decline, admin).thenRefused('super_admin_required')
    treasury.given([waits]).when(approve, bettor).thenRefused('not_an_admin')
  })
})
