// GET /api/log/key: the keys that sign the ledger's log, the newest first.
import { queryOptions } from '@tanstack/react-query'
import { receipts } from '#ui/lib/messages/betting/receipts.ts'

export const logKeyQuery = queryOptions({
  queryKey: ['log', 'key'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const response = await fetch('/api/log/key', { signal })
    if (!response.ok) throw new Error(receipts.keyFailed)
    return (await response.text()).split('\n')[0] ?? ''
  },
})
