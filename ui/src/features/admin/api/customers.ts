// GET /api/admin/users and the paths below it.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Customer, Notes, Transactions, Turnover, UserList } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { dayStart, daysBefore } from '#ui/lib/time/product-day.ts'
import type { UsersSearch } from '../model/users-search.ts'
import { shows } from './shows.ts'

const PATH = '/api/admin/users'

type Fields = Readonly<Record<string, string | number | undefined>>

function address(path: string, fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Days are business days; `until` is the last one. `format`: for a file with all pages. */
export function usersPath({ since, until, ...search }: UsersSearch, format?: 'csv'): string {
  const { name, creator, standing, min, max, sort, key } = search
  return address(PATH, {
    ...{ name, creator, standing, min, max, sort },
    since: since && dayStart(since),
    until: until && dayStart(daysBefore(until, -1)),
    ...(format === undefined ? { key } : { format }),
  })
}

/** The previous page stays visible while the next one loads. */
export const usersQuery = (search: UsersSearch) => {
  const path = usersPath(search)
  return queryOptions({
    queryKey: ['admin', 'users', 'list', path],
    meta: shows('people', 'money', 'bets', 'settlement'),
    queryFn: ({ signal }) => request<UserList>(path, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'users', id],
    meta: shows('people', 'money', 'play', 'desk', 'bets', 'settlement'),
    queryFn: ({ signal }) => request<Customer>(`${PATH}/${id}`, { signal }),
  })

export const turnoverPath = (id: string, fields: Fields = {}) => address(`${PATH}/${id}/turnover`, fields)
export const turnoverQuery = (id: string, before: string | undefined) =>
  queryOptions({
    queryKey: ['admin', 'users', id, 'turnover', before],
    meta: shows('settlement'),
    queryFn: ({ signal }) => request<Turnover>(turnoverPath(id, { before }), { signal }),
    placeholderData: keepPreviousData,
  })

export const transactionsPath = (id: string, fields: Fields) => address(`${PATH}/${id}/transactions`, fields)
export const transactionsQuery = (id: string, fields: Fields) => {
  const path = transactionsPath(id, fields)
  return queryOptions({
    queryKey: ['admin', 'users', id, 'transactions', path],
    meta: shows('money', 'bets', 'settlement'),
    queryFn: ({ signal }) => request<Transactions>(path, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const notesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', id, 'notes'],
    meta: shows('desk'),
    queryFn: ({ pageParam, signal }) =>
      request<Notes>(address(`${PATH}/${id}/notes`, { before: pageParam ?? undefined }), { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
