// GET /api/admin/audit, /api/admin/audit/{number}, /api/admin/history/{of} and /api/admin/balances.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditedEvent, AuditHistory, AuditPage, Balances, LedgerCheckpoint } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { dayStart, daysBefore } from '#ui/lib/time/product-day.ts'
import { shownInstant } from '#ui/lib/time/product-time.ts'
import type { AuditSearch, BalancesSearch } from '../model/section-searches.ts'
import { askedKinds } from '../model/trail/audit-kinds.ts'
import { shows } from './shows.ts'

function pathOf(path: string, asked: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) parameters.set(name, String(value))
  return `${path}?${parameters}`
}

/** The call for a choice of filters. Days are business days; `to` is the last one. */
export function auditPath({ of, event: _, from, to, before, after, ...filter }: AuditSearch, format?: string): string {
  if (of !== undefined) return pathOf(`/api/admin/history/${encodeURIComponent(of)}`, { before, after })
  return pathOf('/api/admin/audit', {
    ...filter,
    kind: askedKinds(filter)?.join(','),
    since: from && dayStart(from),
    until: to && dayStart(daysBefore(to, -1)),
    ...(format === undefined ? { before, after } : { format }),
  })
}

/** The kinds of events that a history of a person, a bet or another event may have. */
const EVENTS = shows('people', 'access', 'money', 'bets', 'settlement', 'play', 'games', 'desk')

/** With every kind shown, any event refetches it. */
function shownOf(search: AuditSearch) {
  const kinds = askedKinds(search)
  return kinds === undefined ? {} : shows(...kinds)
}

/** A page of the trail, or of one history. The previous page stays visible while the next one loads. */
export const auditQuery = (search: AuditSearch) => {
  const path = auditPath(search)
  return queryOptions({
    queryKey: ['admin', 'audit', path],
    meta: search.of !== undefined ? EVENTS : shownOf(search),
    queryFn: ({ signal }) => request<AuditPage & Partial<Pick<AuditHistory, 'about'>>>(path, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const checkpointQuery = () =>
  queryOptions({
    queryKey: ['admin', 'audit', 'checkpoint'],
    meta: {},
    queryFn: ({ signal }) => request<LedgerCheckpoint>('/api/admin/checkpoint', { signal }),
  })

export const auditedEventQuery = (number: number) =>
  queryOptions({
    queryKey: ['admin', 'audit', 'event', number],
    meta: EVENTS,
    queryFn: ({ signal }) => request<AuditedEvent>(`/api/admin/audit/${number}`, { signal }),
  })

/** `at`: a moment as the form's field has it, in the zone that times are shown in. */
export function balancesPath({ at, name, after }: BalancesSearch, format?: string): string {
  const moment = at === undefined ? undefined : shownInstant(at)
  return pathOf('/api/admin/balances', { at: moment, name, ...(format === undefined ? { after } : { format }) })
}

export const balancesQuery = (search: BalancesSearch) =>
  queryOptions({
    queryKey: ['admin', 'balances', balancesPath(search)],
    meta: shows('people', 'money', 'bets', 'settlement'),
    queryFn: ({ signal }) => request<Balances>(balancesPath(search), { signal }),
    placeholderData: keepPreviousData,
  })
