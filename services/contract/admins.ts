// GET /api/admin/dashboard?type=admin-users, GET /api/admin/approvals; and the actions on admins and their floats.
import { z } from 'zod'
import { BalanceText, DeskRole, Euros, Given, IsoTime, withReason } from './values.ts'

/** What waits for a super admin: the amount beyond the present float, in euros. */
export const PendingApproval = z.object({
  id: z.string(),
  amount: z.number(),
  /** What plain admins together had drawn that day without approval, and what they may draw. */
  usedToday: z.number(),
  dailyBudget: z.number(),
})
export type PendingApproval = z.infer<typeof PendingApproval>

/**
 * Everybody with access to the back office: admins, super admins and auditors. `superAdmins`: names of super admins.
 */
export const AdminUsers = z.object({
  adminUsers: z.array(
    z.object({
      userId: z.string(),
      username: z.string(),
      role: DeskRole,
      /** The float; an auditor has none. */
      balance: BalanceText,
      is_blocked: z.boolean(),
      /** Null if the product created it. */
      admin_creator: z.string().nullable(),
      created_at: IsoTime,
      /** Euros that wait for a super admin's approval; null if none do. */
      pending: z.number().nullable(),
    }),
  ),
  superAdmins: z.array(z.string()),
})
export type AdminUsers = z.infer<typeof AdminUsers>

const Draw = z.object({
  id: z.string(),
  /** Whose float it is for. Null if the name was erased; the same applies below. */
  username: z.string().nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: IsoTime,
  amount: z.number(),
})
/**
 * What waits, oldest first; what was paid out or declined, newest first; and today's budget. Super admins and auditors
 * see everything, plain admins what they requested. `decides`: whether the reader decides what waits, and can pay out
 * without a budget.
 */
export const Approvals = z.object({
  decides: z.boolean(),
  waiting: z.array(
    Draw.extend({
      balance: BalanceText,
      /** As the requester gave it; null if it was erased. */
      reason: z.string().nullable(),
    }),
  ),
  decided: z.array(
    Draw.extend({
      /** budget: within that of its day. super-admin: a super admin's own grant, which needs no approval. */
      basis: z.enum(['budget', 'approval', 'super-admin']),
      state: z.enum(['granted', 'declined', 'replaced']),
      decidedBy: z.string().nullable(),
      decidedAt: IsoTime.nullable(),
      /**
       * The reasons of the requester, and of the admin who approved or declined it; null if none was given, or it was
       * erased.
       */
      reason: z.string().nullable(),
      decisionReason: z.string().nullable(),
      /**
       * Ledger number of the deciding event, or of the request if another one replaced it; null while the audit trail
       * lacks it.
       */
      number: z.number().nullable(),
    }),
  ),
  /** Drawn within the budget; approved draws are not counted. */
  usedToday: z.number(),
  dailyBudget: z.number(),
})
export type Approvals = z.infer<typeof Approvals>

const drawId = Given.max(64)
export const adminActions = [
  /** By a super admin. An auditor has no float and changes nothing. Removed by `removeAdmin`. */
  z.strictObject({ action: z.literal('createAuditor'), username: Given, password: Given, ...withReason }),
  z.strictObject({ action: z.literal('updateAdminBalance'), targetAdmin: Given, newBalance: Euros, ...withReason }),
  z.strictObject({ action: z.literal('removeAdmin'), adminUsername: Given, ...withReason }),
  z.strictObject({ action: z.literal('approveDraw'), drawId, ...withReason }),
  z.strictObject({ action: z.literal('declineDraw'), drawId, ...withReason }),
] as const

/** `balance`: the float afterwards. `pendingApproval`: the rest of the requested amount, if it waits. */
export const FloatUpdated = z.object({
  success: z.literal(true),
  message: z.string(),
  balance: BalanceText,
  position: z.string(),
  pendingApproval: PendingApproval.optional(),
})
