// What admins draw from the treasury for the floats of other admins: one stream decides, so that all of them together keep
// to one budget a day. A draw moves no money: the float that it is for is raised by the FloatSet that names it.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { Cents, Id, PositiveCents } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** There is one treasury in a log. */
export const TREASURY = '7ea50000000000000000000000000001'

export const treasuryStream = (treasury: string) => `treasury-${treasury}`

/**
 * `account`: the admin whose float it is for. `budgetCents`: what all plain admins together may draw that day without asking,
 * as it was configured. `replaces`: the draw for the same account that waited, and does so no more.
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
/** Beyond it: waits for a super admin. `usedCents`: of the day's budget until then. */
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
