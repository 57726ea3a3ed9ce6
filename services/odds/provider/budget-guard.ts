// Makes calls to the provider within the budget. After certain refusals no calls are made for a cool-down period.
import type { Reply } from './client.ts'
import type { Budget } from './credits.ts'
import { ProviderError } from './provider-errors.ts'

/** System time without calls, after a failure that a retry would not fix. */
const COOL_DOWN_MS = { key: 600_000, credits: 600_000, rate: 10_000 } as const

export type BudgetGuard = {
  /** Null if there are no credits, or during a cool-down. Throws what the call throws. */
  spend<T>(credits: number, paced: boolean, call: () => Promise<Reply<T>>): Promise<Reply<T> | null>
}

export function createBudgetGuard(budget: Budget, systemNow: () => Date): BudgetGuard {
  let coolDownUntil = 0
  return {
    async spend(credits, paced, call) {
      if (systemNow().getTime() < coolDownUntil) return null
      if (credits > 0 && !(await budget.spend(credits, paced))) return null
      try {
        const reply = await call()
        if (credits > 0) await budget.correct(credits, reply.credits.last)
        return reply
      } catch (error) {
        // a refused call is not charged; one without a valid answer may have been
        const isRefusal = error instanceof ProviderError && error.status !== null && error.status >= 400
        if (isRefusal && credits > 0) await budget.correct(credits, 0)
        if (error instanceof ProviderError && error.failure in COOL_DOWN_MS) {
          const coolDownMs = COOL_DOWN_MS[error.failure as keyof typeof COOL_DOWN_MS]
          coolDownUntil = systemNow().getTime() + coolDownMs
        }
        throw error
      }
    },
  }
}
