// Which admins may be one person (a hand): whoever adds an admin knows the password, and can set another one at any
// time.
import type { Services } from '../../services.ts'

type Needed = Pick<Services, 'accounts'>

/** The plain admin who added this plain admin; null if a super admin or the first start did. */
export async function plainAdminBehind({ accounts }: Needed, admin: string): Promise<string | null> {
  const { opened } = await accounts.read(admin)
  if (opened?.role !== 'admin' || opened.openedBy === 'setup') return null
  const behind = await accounts.read(opened.openedBy)
  return behind.opened?.role === 'admin' ? behind.id : null
}

/** Whether one of the two added the other, or one plain admin added both, directly or through others. */
export async function areOfOneHand(services: Needed, one: string, other: string): Promise<boolean> {
  const origins = await Promise.all([one, other].map((admin) => originOf(services, admin)))
  return origins[0] === origins[1]
}

/** The admin at the root of this admin's hand: the one whom no plain admin added. */
export async function originOf(services: Needed, admin: string): Promise<string> {
  const behind = await plainAdminBehind(services, admin)
  return behind === null ? admin : originOf(services, behind)
}
