// Which admins may be one person: whoever adds an admin knows the password, and can set another one at any time.
import type { Account } from '../../replay/entities.ts'

type Accounts = { get(id: string): Account | undefined }

/** The plain admin who added this plain admin; null if a super admin did, or the first start. */
export function plainAdminBehind(accounts: Accounts, admin: string): string | null {
  const account = accounts.get(admin)
  if (account?.role !== 'admin') return null
  return accounts.get(account.openedBy)?.role === 'admin' ? account.openedBy : null
}

/** The first admin of the hand that an admin belongs to. */
export function originOf(accounts: Accounts, admin: string): string {
  const behind = plainAdminBehind(accounts, admin)
  return behind === null ? admin : originOf(accounts, behind)
}
