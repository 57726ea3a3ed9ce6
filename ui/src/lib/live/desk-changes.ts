// Which queries of the back office a push concerns.
import type { Query } from '@tanstack/react-query'
import type { AuditKind } from '#services/contract/contract.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `shows`: the kinds of events that change what the query shows. Without it, any event may. */
    queryMeta: { readonly shows?: readonly AuditKind[] }
  }
}

/** Whether a query shows events of any of these kinds. */
export const showsAny =
  (changed: ReadonlySet<AuditKind>) =>
  ({ meta }: Pick<Query, 'meta'>): boolean =>
    meta?.shows?.some((kind) => changed.has(kind)) ?? true
