// What admins draw from the treasury for the floats of other admins. One stream decides, so that all of them together
// keep to one budget per day. A draw moves no money: the FloatSet that names it raises the float.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { Cents, Id, PositiveCents } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** The one treasury in a log. */
export const TREASURY = '7ea50000000000000000000000000001'

export const treasuryStream = (treasury: string) => `treasury-${treasury}`

/**
 * `account`: the admin whose float it is for. `budgetCents`: what all plain admins together could draw that day without
 * approval, as configured then. `replaces`: the draw for the same account that was waiting, and waits no longer.
 */
const draw = {
  draw: Id,
  account: Id,
  amountCents: PositiveCents,
  budgetCents: Cents,
  replaces: Id.optional(),
}
/** Within the budget of its day: granted at once. */
export const TreasuryDrawn = z.strictObject(draw)
/** Beyond the budget: it waits for a super admin. `usedCents`: how much of the day's budget was used until then. */
export const TreasuryDrawRequested = z.strictObject({ ...draw, usedCents: Cents })
/** `requestedBy`: the admin who asked; the super admin who decides is the actor. */
const decided = { draw: Id, account: Id, amountCents: PositiveCents, requestedBy: Id }
export const TreasuryDrawApproved = z.strictObject(decided)
export const TreasuryDrawDeclined = z.strictObject(decided)

export const treasuryEvents = {
  TreasuryDrawn: { 1: TreasuryDrawn },
  TreasuryDrawRequested: { 1: TreasuryDrawRequested },
  TreasuryDrawApproved: { 1: TreasuryDrawApproved },
  TreasuryDrawDeclined: { 1: TreasuryDrawDeclined },
} as const

export type TreasuryEvent = Newest<typeof treasuryEvents>
