import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { messages } from '../messages.ts'
import { expireSession, readSession, subscribeSession } from '../session.ts'
import { notify } from '../toasts.ts'
import { ApiError, isRetryable } from './api-error.ts'

/** A refused token ends the session that sent it, whichever call it was, and says so; pages that need one then ask to sign in. */
export function endRefused(token: string): void {
  if (expireSession(token)) notify(messages.auth.sessionEnded, 'error')
}

function onError(error: unknown) {
  if (error instanceof ApiError && error.status === 401 && error.token !== null) endRefused(error.token)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The browser's word on its connection is not asked. It would hold back what was pressed without one and send it
      // later by itself, a bet say, and it is wrong where the product runs on the same machine.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && isRetryable(error),
      },
    },
  })
}

/** Keys of what the server answers to the signed-in user alone. */
const OWN = ['bets', 'account', 'admin', 'ticker']

/** From now on, nothing of one account is shown to the next on the same device. */
export function forgetOtherAccounts(client: QueryClient): void {
  let account = readSession()?.user.id
  subscribeSession(() => {
    const now = readSession()?.user.id
    if (now !== account) for (const key of OWN) client.removeQueries({ queryKey: [key] })
    account = now
  })
}

export const queryClient = createQueryClient()
forgetOtherAccounts(queryClient)
