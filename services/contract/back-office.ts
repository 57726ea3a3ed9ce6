// GET and POST /api/admin/dashboard: the back office.
import { z } from 'zod'
import { requestActions } from './account/requests.ts'
import { accessActions } from './account/sessions.ts'
import { AdminUser } from './admin-user.ts'
import { adminActions, PendingApproval } from './admins.ts'
import { Bet } from './bets/bets.ts'
import { customerActions } from './customers/customer-actions.ts'
import { floatActions } from './desk/float.ts'
import { goodwillActions } from './desk/goodwill.ts'
import { deskActions } from './desk/rules.ts'
import { offerActions } from './offer.ts'
import { queueActions } from './queues.ts'
import { approvalActions, byHandActions } from './settlement/by-hand.ts'
import { BalanceText, DeskRole, Euros, Given, RequiredReason, withReason } from './values.ts'

export const UserStatistics = z.object({
  username: z.string(),
  totalStake: z.number(),
  totalWinnings: z.number(),
  pnl: z.number(),
  totalBets: z.number(),
  avgBet: z.number(),
})
/** Lists have ten rows per page: ?page=1&list=users|bets. Without parameters: the first page of each. */
export const Dashboard = z.object({
  users: z.array(AdminUser),
  bets: z.array(Bet),
  userStats: z.array(UserStatistics),
  houseProfit: z.number(),
  /** Stakes of open bets, which the house holds. */
  openStakes: z.number(),
  currentAdminBalance: z.number(),
  /** The caller's role. */
  role: DeskRole,
  /** Sum of all wallets. */
  userBalance: z.number(),
  totalUsers: z.number(),
  totalBets: z.number(),
  page: z.number(),
  pageSize: z.number(),
})
export type Dashboard = z.infer<typeof Dashboard>

/** The two fixtures of a pair in the queue. */
const pair = { oldFixture: Given, newFixture: Given }
export const AdminBody = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('updateBalance'),
    userId: Given,
    /** Signed: above 0 for a deposit, below 0 for a withdrawal. */
    amountToAdd: Euros,
    balanceType: z.enum(['deposit', 'withdraw']),
    ...withReason,
  }),
  z.strictObject({ action: z.literal('blockUser'), targetUsername: Given, ...withReason }),
  z.strictObject({ action: z.literal('unblockUser'), targetUsername: Given, ...withReason }),
  z.strictObject({
    action: z.literal('createUser'),
    username: Given,
    password: Given,
    initialBalance: Euros,
    ...withReason,
  }),
  z.strictObject({
    action: z.literal('createUserAsAdmin'),
    adminUsername: Given,
    adminPassword: Given,
    adminBalance: Euros,
    ...withReason,
  }),
  z.strictObject({ action: z.literal('joinFixtures'), ...pair, ...withReason }),
  z.strictObject({
    action: z.literal('keepFixturesApart'),
    ...pair,
    reason: RequiredReason,
  }),
  ...adminActions,
  ...offerActions,
  ...byHandActions,
  ...approvalActions,
  ...deskActions,
  ...floatActions,
  ...goodwillActions,
  ...queueActions,
  ...requestActions,
  ...accessActions,
  ...customerActions,
])
export type AdminBody = z.infer<typeof AdminBody>
export const BalanceUpdated = z.object({
  success: z.literal(true),
  adminBalance: z.number(),
  userBalance: z.number(),
  position: z.string(),
})
export const UserCreated = z.object({
  success: z.literal(true),
  message: z.string(),
  userId: z.string(),
  adminBalance: z.number(),
  position: z.string(),
  /** For a new admin: the float, and what of it waits for a super admin. */
  balance: BalanceText.optional(),
  pendingApproval: PendingApproval.optional(),
})
