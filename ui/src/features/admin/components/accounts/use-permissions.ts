import type { AdminUsers } from '#services/contract/contract.ts'
import { useSession } from '#ui/lib/session.ts'
import type { AdminUserRow } from '../../api/admins.ts'

/** What the signed-in admin may do to each of the list. */
export function usePermissions(list: AdminUsers | undefined) {
  const own = useSession()?.user.username ?? ''
  const supers = new Set(list?.superAdmins)
  const isSuper = supers.has(own)
  return {
    edit: ({ username, role }: AdminUserRow) =>
      role !== 'auditor' && (isSuper || (username !== own && !supers.has(username))),
    remove: ({ username, role }: AdminUserRow) =>
      username !== own && (role === 'admin' || (role === 'auditor' && isSuper)),
    setPassword: ({ username, admin_creator }: AdminUserRow) => username !== own && (isSuper || admin_creator === own),
  }
}
