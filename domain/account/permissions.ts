// Who may do what to an account, beyond its owner.
import type { CommandMeta } from '../meta.ts'
import type { Role } from '../values.ts'

type Acting = Pick<CommandMeta, 'actor'>

/** Of admins of either kind. A bettor has a wallet, an auditor holds nothing. */
export const holdsFloat = ({ role }: { readonly role: Role | 'system' }): boolean =>
  role === 'admin' || role === 'super-admin'

/** Admins of either kind: people, and no part of the product. */
export const isAdmin = ({ actor }: Acting): boolean => holdsFloat(actor)

/** Admins, and parts of the product: anyone but a bettor or an auditor. */
export const hasAdminRights = ({ actor }: Acting): boolean => actor.role === 'system' || isAdmin({ actor })

/** Super admins, and parts of the product. */
export const hasSuperAdminRights = ({ actor }: Acting): boolean =>
  actor.role === 'super-admin' || actor.role === 'system'
