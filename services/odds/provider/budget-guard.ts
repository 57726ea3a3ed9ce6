// One call to the provider, paid from the budget; a provider that refuses us is left alone for a while.
import type { Reply } from './client.ts'
import type { Budget } from './credits.ts'
import { ProviderError } from './provider-errors.ts'

/** System time for which nothing is asked after a failure that asking again would not mend. */
const COOL_DOWN_MS = { key: 600_000, credits: 600_000, rate: 10_000 } as const

export type BudgetGuard = {
  /** Null where there are no credits, or the provider is left alone. Throws what the call throws. */
  spend<T>(credits: number, paced: boolean, call: () => Promise<Reply<T>>): Promise<Reply<T> | null>
}

export function createBudgetGuard(budget: Budget, systemNow: () => Date): BudgetGuard {
  let leftAloneUntil = 0
  return {
    async spend(credits, paced, call) {
      if (systemNow().getTime() < leftAloneUntil) return null
      if (credits > 0 && !(await budget.spend(credits, paced))) return null
      try {
        const reply = await call()
        if (credits > 0) await budget.correct(credits, reply.credits.last)
        return reply
      } catch (error) {
        // a refused call is not charged; one without an answer, or with one that makes no sense, may have been
        const isRefusal = error instanceof ProviderError && error.status !== null && error.status >= 400
        if (isRefusal && credits > 0) await budget.correct(credits, 0)
        if (error instanceof ProviderError && error.failure in COOL_DOWN_MS) {
          const pause = COOL_DOWN_MS[error.failure as keyof typeof COOL_DOWN_MS]
          leftAloneUntil = systemNow().getTime() + pause
        }
        throw error
      }
    },
  }
}
