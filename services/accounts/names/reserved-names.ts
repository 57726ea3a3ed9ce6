// Names that would be taken for somebody who speaks for the house.
import { resemblancesOf } from './lookalikes.ts'

/** Who is to have the name: a bettor, an admin, or the super admin whom the settings name. */
export type Holder = 'user' | 'admin' | 'setup'

/** The product's own name is in nobody's. */
const PRODUCT_NAME = 'fairbook'
/** The product's parts, and words that stand for nobody: no person's. */
const PRODUCT = [
  'system',
  'setup',
  'house',
  'treasury',
  'ledger',
  'bank',
  'bookmaker',
  'settlement',
  'transfers',
  'signup',
  'signin',
  'api',
  'null',
  'undefined',
  'none',
  'nobody',
  'anonymous',
  'unknown',
  'deleted',
  'erased',
  'everyone',
  'guest',
]
/** Offices: of those who have them. */
const OFFICES = [
  'admin',
  'admins',
  'administrator',
  'superadmin',
  'superadministrator',
  'superuser',
  'root',
  'sysadmin',
  'owner',
  'operator',
  'staff',
  'team',
  'moderator',
  'mod',
  'support',
  'customersupport',
  'customerservice',
  'service',
  'help',
  'helpdesk',
  'official',
  'security',
  'compliance',
  'auditor',
  'cashier',
  'payments',
  'payouts',
  'billing',
  'webmaster',
  'postmaster',
  'hostmaster',
  'abuse',
  'noreply',
]

const keysOf = (names: readonly string[]): ReadonlySet<string> => new Set(names.flatMap(resemblancesOf))
const RESERVED: Readonly<Record<Holder, readonly ReadonlySet<string>[]>> = (() => {
  const product = keysOf(PRODUCT)
  return { user: [product, keysOf(OFFICES)], admin: [product], setup: [] }
})()

const PRODUCT_NAMES = resemblancesOf(PRODUCT_NAME)

/** True where the name is, or could be read as, one that this holder may not have. */
export function isReserved(normal: string, holder: Holder): boolean {
  const looks = resemblancesOf(normal)
  if (holder !== 'setup' && looks.some((look) => PRODUCT_NAMES.some((name) => look.includes(name)))) return true
  return RESERVED[holder].some((reserved) => looks.some((look) => reserved.has(look)))
}
