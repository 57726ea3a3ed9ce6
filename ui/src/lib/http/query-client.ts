import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { messages } from '../messages.ts'
import { endSessionOf } from '../session.ts'
import { notify } from '../toasts.ts'
import { ApiError } from './request.ts'

/** A refused token ends the session that sent it, wherever it happened; pages that need one then ask to sign in. */
function onError(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 401 || error.token === null) return
  if (endSessionOf(error.token)) notify(messages.auth.sessionEnded, 'error')
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A refusal stays a refusal; only what may pass is tried once more.
        retry: (failures, error) => failures < 1 && worthRetrying(error),
      },
    },
  })
}

/** Whether the same request might succeed a moment later: no answer at all, or the server's own trouble. */
export function worthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429
}

export const queryClient = createQueryClient()
