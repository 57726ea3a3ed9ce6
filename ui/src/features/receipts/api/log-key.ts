// GET /api/log/keys: the keys that have signed the log, newest first, and what became of each.
import { queryOptions } from '@tanstack/react-query'
import type { LogKeys } from '#services/contract/log-keys.ts'
import { receipts } from '#ui/lib/messages/betting/receipts.ts'

export const logKeysQuery = queryOptions({
  queryKey: ['log', 'keys'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const response = await fetch('/api/log/keys', { signal })
    if (!response.ok) throw new Error(receipts.keyFailed)
    return ((await response.json()) as LogKeys).keys
  },
})
