// Who may stand behind an admin: whoever adds one knows the password, and may give another one at any time.
import type { Services } from '../../services.ts'

type Needed = Pick<Services, 'accounts'>

/** The admin who added this plain admin and is a plain one too; null where a super admin, or the first start, did. */
export async function plainAdminBehind({ accounts }: Needed, admin: string): Promise<string | null> {
  const { opened } = await accounts.read(admin)
  if (opened?.role !== 'admin' || opened.openedBy === 'setup') return null
  const behind = await accounts.read(opened.openedBy)
  return behind.opened?.role === 'admin' ? behind.id : null
}

/** Whether one of the two added the other, or a third plain admin both, at whatever remove. */
export async function areOfOneHand(services: Needed, one: string, other: string): Promise<boolean> {
  const origins = await Promise.all([one, other].map((admin) => originOf(services, admin)))
  return origins[0] === origins[1]
}

/** The admin whose hand it is: whom no plain admin added. */
export async function originOf(services: Needed, admin: string): Promise<string> {
  const behind = await plainAdminBehind(services, admin)
  return behind === null ? admin : originOf(services, behind)
}
