// GET /api/admin/dashboard?type=admin-users, GET /api/admin/approvals; the actions on admins and their floats.
import { z } from 'zod'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { BalanceText, DeskRole, Euros, IsoTime } from './values.ts'

/** What waits for a super admin: the amount beyond the float as it is, in euros. */
export const PendingApproval = z.object({
  id: z.string(),
  amount: z.number(),
  /** What plain admins together had drawn that day without asking, and may draw. */
  usedToday: z.number(),
  dailyBudget: z.number(),
})
export type PendingApproval = z.infer<typeof PendingApproval>

/** Everybody of the desk: admins, super admins and auditors; `superAdmins`: the names of those. */
export const AdminUsers = z.object({
  adminUsers: z.array(
    z.object({
      userId: z.string(),
      username: z.string(),
      role: DeskRole,
      /** The float; an auditor has none. */
      balance: BalanceText,
      is_blocked: z.boolean(),
      /** Null where the product made it. */
      admin_creator: z.string().nullable(),
      created_at: IsoTime,
      /** Euros that wait for a super admin's approval; null where none do. */
      pending: z.number().nullable(),
    }),
  ),
  superAdmins: z.array(z.string()),
})
export type AdminUsers = z.infer<typeof AdminUsers>

const Draw = z.object({
  id: z.string(),
  /** Whose float it is for; null where the name was erased, as below. */
  username: z.string().nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: IsoTime,
  amount: z.number(),
})
/**
 * What waits, the oldest first; what was handed out or declined, the newest first; today's budget. Super admins and auditors see all
 * of it, plain admins what they asked for. `decides`: whether who reads it decides what waits, and hands out without a budget.
 */
export const Approvals = z.object({
  decides: z.boolean(),
  waiting: z.array(
    Draw.extend({
      balance: BalanceText,
      /** As who asked gave it; null where it was erased. */
      reason: z.string().nullable(),
    }),
  ),
  decided: z.array(
    Draw.extend({
      /** budget: within that of its day. super-admin: a grant of the super admin's own, which asks nobody. */
      basis: z.enum(['budget', 'approval', 'super-admin']),
      state: z.enum(['granted', 'declined', 'replaced']),
      decidedBy: z.string().nullable(),
      decidedAt: IsoTime.nullable(),
      /** Of who asked, and of who approved or declined it; null where none was given, or it was erased. */
      reason: z.string().nullable(),
      decisionReason: z.string().nullable(),
      /** Ledger number of what decided it, or of the request where another one replaced it; null while the audit trail lacks it. */
      number: z.number().nullable(),
    }),
  ),
  /** Within the budget: what was approved is not counted. */
  usedToday: z.number(),
  dailyBudget: z.number(),
})
export type Approvals = z.infer<typeof Approvals>

const reason = { reason: z.string().max(MAX_REASON_LENGTH).optional() }
const drawId = z.string().max(64)
export const adminActions = [
  /** By a super admin. An auditor has no float and changes nothing; `removeAdmin` removes one. */
  z.strictObject({ action: z.literal('createAuditor'), username: z.string(), password: z.string(), ...reason }),
  z.strictObject({ action: z.literal('updateAdminBalance'), targetAdmin: z.string(), newBalance: Euros, ...reason }),
  z.strictObject({ action: z.literal('removeAdmin'), adminUsername: z.string(), ...reason }),
  z.strictObject({ action: z.literal('approveDraw'), drawId, ...reason }),
  z.strictObject({ action: z.literal('declineDraw'), drawId, ...reason }),
] as const

/** `balance`: the float afterwards. `pendingApproval`: what is missing to what was asked for, where it waits. */
export const FloatUpdated = z.object({
  success: z.literal(true),
  message: z.string(),
  balance: BalanceText,
  position: z.string(),
  pendingApproval: PendingApproval.optional(),
})
