// What people read of the role that somebody has or acted in, on screens and in files. Imports nothing for the screens but types.
import type { Actor } from './meta.ts'

export const ROLE_NAMES: Readonly<Record<Actor['role'], string>> = {
  user: 'Bettor',
  admin: 'Admin',
  'super-admin': 'Super Admin',
  auditor: 'Auditor',
  system: 'System',
}
