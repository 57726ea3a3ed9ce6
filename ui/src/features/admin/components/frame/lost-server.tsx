import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { messages } from '#ui/lib/messages.ts'
import { isServerLost } from '../desk/server-lost.ts'

/** Reports once, over the page, that the server does not answer: nothing moves, and the data shown stays. */
export default function LostServer() {
  const { isLost, retry } = useServerLost()
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center">
      {isLost && (
        <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-lost bg-raised px-4 py-2.5 shadow-float">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-lost" />
          <p className="text-body">{desk.serverLost}</p>
          <Button size="sm" onClick={retry}>
            {messages.pages.retry}
          </Button>
        </div>
      )}
    </div>
  )
}

type Failed = { readonly state: { readonly error: unknown } }
const lostQueries = { type: 'active', predicate: ({ state }: Failed) => isServerLost(state.error) } as const

/**
 * Whether the server is lost: from the first call of the back office that got no reply until one does. Then everything
 * missing is refetched; `retry` refetches it now.
 */
function useServerLost(): { readonly isLost: boolean; readonly retry: () => void } {
  const client = useQueryClient()
  const [isLost, setLost] = useState(() => client.getQueryCache().findAll(lostQueries).length > 0)
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || (event.query.queryKey[0] !== 'admin' && event.query.queryKey[0] !== 'ticker'))
          return
        const { action } = event
        if (action.type === 'error') setLost(isServerLost(action.error))
        else if (action.type === 'success' && action.manual !== true) setLost(false)
      }),
    [client],
  )
  useEffect(() => {
    if (!isLost) void client.refetchQueries(lostQueries)
  }, [client, isLost])
  return { isLost, retry: () => void client.refetchQueries(lostQueries) }
}
