// Reserved names: whoever had one would seem to speak for the house.
import { looseSkeletonsOf } from './lookalikes.ts'

/** Who wants the name: a bettor, an admin, or the super admin whom the settings name. */
export type Holder = 'user' | 'admin' | 'setup'

/** No name may contain it. */
const PRODUCT_NAME = 'fairbook'
/** Parts of the product, and words for nobody in particular: not available to anybody. */
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
/** Offices: available to admins only. */
const STAFF = [
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

const keysOf = (names: readonly string[]): ReadonlySet<string> => new Set(names.flatMap(looseSkeletonsOf))
const RESERVED: Readonly<Record<Holder, readonly ReadonlySet<string>[]>> = (() => {
  const product = keysOf(PRODUCT)
  return { user: [product, keysOf(STAFF)], admin: [product], setup: [] }
})()

const PRODUCT_NAMES = looseSkeletonsOf(PRODUCT_NAME)

/** True if the name is, or could be read as, one that this holder must not have. */
export function isReserved(normal: string, holder: Holder): boolean {
  const skeletons = looseSkeletonsOf(normal)
  const holdsProductName = skeletons.some((skeleton) => PRODUCT_NAMES.some((name) => skeleton.includes(name)))
  if (holder !== 'setup' && holdsProductName) return true
  return RESERVED[holder].some((reserved) => skeletons.some((skeleton) => reserved.has(skeleton)))
}
