// The names of roles as people read them, on screens and in files. Imports only types, so that the screens can load it.
import type { Actor } from './meta.ts'

export const ROLE_NAMES: Readonly<Record<Actor['role'], string>> = {
  user: 'Bettor',
  admin: 'Admin',
  'super-admin': 'Super Admin',
  auditor: 'Auditor',
  system: 'System',
}
