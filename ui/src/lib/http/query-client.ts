import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { messages } from '../messages.ts'
import { expireSession, readSession, subscribeSession } from '../session.ts'
import { notify } from '../toasts.ts'
import { ApiError, isRetryable } from './api-error.ts'

/**
 * Ends the session of a refused token, whichever call it was, and notifies the visitor. Pages that need a session then
 * ask to sign in.
 */
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
      // navigator.onLine is ignored. Where it says offline, React Query would queue a mutation (a bet, say) and send it
      // later by itself; and it is wrong where the product runs on the same machine.
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

/** Query keys whose replies belong to the signed-in user alone. */
const OWN = ['bets', 'account', 'admin', 'ticker']

/** From now on, drops an account's own data when another account is signed in on this device, or none. */
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
