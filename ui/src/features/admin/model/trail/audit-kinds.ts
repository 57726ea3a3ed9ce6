// Which kinds of events the audit trail shows. Prices are nearly all of a log and hardly ever what somebody looks for: the trail
// opens without them.
import type { AuditKind } from '#services/contract/contract.ts'
import { AUDIT_KINDS } from '#services/contract/trail/audit-kinds.ts'

/** As the address says it: absent for all but prices. */
export const EVERYTHING = 'all'

const BUT_PRICES = AUDIT_KINDS.filter((kind) => kind !== 'prices')
const LEDGER_NUMBER = /^#\s*\d/

type Asked = { readonly kind?: string | undefined; readonly q?: string | undefined }

/** What is chosen one by one; null where it is all, or all but prices. */
export const chosenKinds = ({ kind }: Asked): readonly AuditKind[] | null =>
  kind === undefined || kind === EVERYTHING ? null : (kind.split(',') as AuditKind[])

/** Whether prices are left out because nothing was chosen: not of one event that is asked for by its number. */
export const isWithoutPrices = ({ kind, q }: Asked): boolean => kind === undefined && !LEDGER_NUMBER.test(q ?? '')

/** Of the call; undefined for every kind. */
export const askedKinds = (asked: Asked): readonly AuditKind[] | undefined =>
  isWithoutPrices(asked) ? BUT_PRICES : (chosenKinds(asked) ?? undefined)

/** The address once a kind was taken in or out; without any, what the trail opens with. */
export function withKind(asked: Asked, kind: AuditKind): string | undefined {
  const chosen = chosenKinds(asked) ?? []
  const next = AUDIT_KINDS.filter((each) => chosen.includes(each) !== (each === kind))
  return next.length === 0 ? undefined : next.join(',')
}
