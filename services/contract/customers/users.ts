// GET /api/admin/users: the bettors.
import { z } from 'zod'
import { AdminUser } from '../admin-user.ts'
import { PAGE_SIZES, STANDINGS, sortsOf, USER_COLUMNS } from '../desk/choices.ts'
import { AskedTime, Euros, EurosText, ListFormat } from '../values.ts'

/**
 * `name`: its beginning. `creator`: an admin's name, or 'System'. Amounts are balances; times are those of creation.
 */
export const UserFilter = z.object({
  name: z.string().min(1).max(64).optional(),
  creator: z.string().min(1).max(64).optional(),
  /** `closed`: closed accounts, which are in no other list. */
  standing: z.enum(STANDINGS).optional(),
  min: EurosText.optional(),
  max: EurosText.optional(),
  since: AskedTime.optional(),
  until: AskedTime.optional(),
})
export type UserFilter = z.infer<typeof UserFilter>

export const USER_SORTS = sortsOf(USER_COLUMNS)
export type UserSort = (typeof USER_SORTS)[number]

/**
 * `key`: where a page begins: `newer` or `older` from another reply, or 'last' for the last page. `format=csv`: all of
 * them, as a file.
 */
export const UserQuery = UserFilter.extend({
  sort: z.enum(USER_SORTS).default('name'),
  size: z.enum(PAGE_SIZES).default('10').transform(Number),
  key: z
    .string()
    .regex(/^(?:last|[no]\.[\w-]{1,300}\.[0-9a-f]{32})$/, 'must be a key of a page')
    .optional(),
  format: ListFormat,
})
export type UserQuery = z.infer<typeof UserQuery>

/** A bettor as admins see them in the list. */
export const ListedUser = z.object({
  ...AdminUser.shape,
  /** What a resettlement left unpaid. */
  owed: Euros,
  /** Neither counts refunded bets. */
  totalBets: z.number(),
  openBets: z.number(),
  /** `closing`: the bettor has asked for the account to be closed. `closed`: it has been. */
  closing: z.boolean(),
  closed: z.boolean(),
  /** Name and personal data have been erased: `username` is what stands for it. */
  erased: z.boolean(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** `newer`, `older`: the keys of the pages before and after this one; null if there is none. */
export const UserList = z.object({
  users: z.array(ListedUser),
  newer: z.string().nullable(),
  older: z.string().nullable(),
  /** All bettors with open accounts, whatever the filter, and what is in all their wallets. */
  totalUsers: z.number(),
  userBalance: Euros,
  /** Names of admins that can be used as `creator`. */
  creators: z.array(z.string()),
})
export type UserList = z.infer<typeof UserList>
