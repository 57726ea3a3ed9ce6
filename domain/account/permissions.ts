// What a role is allowed to do to accounts of others.
import type { CommandMeta } from '../meta.ts'
import type { Role } from '../values.ts'

type Acting = Pick<CommandMeta, 'actor'>

/** True for admins and super admins. A bettor has a wallet, an auditor holds no money. */
export const holdsFloat = ({ role }: { readonly role: Role | 'system' }): boolean =>
  role === 'admin' || role === 'super-admin'

/** True for admins and super admins as people, never for parts of the product. */
export const isAdmin = ({ actor }: Acting): boolean => holdsFloat(actor)

/** True for admins, super admins and parts of the product: for everyone but bettors and auditors. */
export const hasAdminRights = ({ actor }: Acting): boolean => actor.role === 'system' || isAdmin({ actor })

/** True for super admins and parts of the product. */
export const hasSuperAdminRights = ({ actor }: Acting): boolean =>
  actor.role === 'super-admin' || actor.role === 'system'
