// Who may do what to an account, beyond its owner.
import type { CommandMeta } from '../meta.ts'

/** Admins, and parts of the product: anyone but a bettor. */
export const hasAdminRights = ({ actor }: CommandMeta): boolean => actor.role !== 'user'

/** Super admins, and parts of the product. */
export const hasSuperAdminRights = ({ actor }: CommandMeta): boolean =>
  actor.role === 'super-admin' || actor.role === 'system'

/** Admins of either kind: people, and no part of the product. */
export const isAdmin = ({ actor }: CommandMeta): boolean => actor.role === 'admin' || actor.role === 'super-admin'
