// Who may stand behind an admin: whoever adds one knows the password, and may give another one at any time.
import type { Account } from '../../replay/entities.ts'

type Accounts = { get(id: string): Account | undefined }

/** The plain admin who added this plain admin; null where it was a super admin, or the first start. */
export function plainAdminBehind(accounts: Accounts, admin: string): string | null {
  const account = accounts.get(admin)
  if (account?.role !== 'admin') return null
  return accounts.get(account.openedBy)?.role === 'admin' ? account.openedBy : null
}

/** Two admins of one origin may be one person. */
export function originOf(accounts: Accounts, admin: string): string {
  const behind = plainAdminBehind(accounts, admin)
  return behind === null ? admin : originOf(accounts, behind)
}
