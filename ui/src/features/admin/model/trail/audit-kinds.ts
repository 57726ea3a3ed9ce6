// Which kinds of events the audit trail shows. Prices are nearly all of a log, but hardly ever what anyone looks for:
// by default they are left out.
import type { AuditKind } from '#services/contract/contract.ts'
import { AUDIT_KINDS } from '#services/contract/trail/audit-kinds.ts'

/** The parameter's value for every kind; without the parameter, all kinds but prices. */
export const EVERYTHING = 'all'

const ALL_BUT_PRICES = AUDIT_KINDS.filter((kind) => kind !== 'prices')
const LEDGER_NUMBER = /^#\s*\d/

type Asked = { readonly kind?: string | undefined; readonly q?: string | undefined }

/** The kinds that were chosen one by one; null for all, and for all but prices. */
export const chosenKinds = ({ kind }: Asked): readonly AuditKind[] | null =>
  kind === undefined || kind === EVERYTHING ? null : (kind.split(',') as AuditKind[])

/** Whether prices are left out by default; not when an event is looked up by its ledger number. */
export const isWithoutPrices = ({ kind, q }: Asked): boolean => kind === undefined && !LEDGER_NUMBER.test(q ?? '')

/** The kinds to request; undefined for every kind. */
export const askedKinds = (asked: Asked): readonly AuditKind[] | undefined =>
  isWithoutPrices(asked) ? ALL_BUT_PRICES : (chosenKinds(asked) ?? undefined)

/** The parameter after a kind was added or removed; without any kind, the default. */
export function withKind(asked: Asked, kind: AuditKind): string | undefined {
  const chosen = chosenKinds(asked) ?? []
  const next = AUDIT_KINDS.filter((each) => chosen.includes(each) !== (each === kind))
  return next.length === 0 ? undefined : next.join(',')
}
