// Makes calls to the provider within the budget, not while it is in trouble, and reports their outcome.
import type { FeedReporter } from '../health/feed-reporter.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import type { Reply } from './client.ts'
import type { Budget, Purpose } from './credits.ts'
import { ProviderError } from './provider-errors.ts'

export type BudgetGuard = {
  /**
   * Null without credits, and while the provider is in a trouble that was reported. Otherwise throws what the call
   * throws.
   */
  spend<T>(credits: number, purpose: Purpose, call: () => Promise<Reply<T>>): Promise<Reply<T> | null>
} & Pick<FeedReporter, 'creditsSuffice'>

export function createBudgetGuard(parts: {
  readonly budget: Budget
  readonly reporter: FeedReporter
  readonly systemNow: () => Date
  readonly breaker?: CircuitBreaker
}): BudgetGuard {
  const { budget, reporter, systemNow, breaker = createCircuitBreaker(systemNow) } = parts

  async function isGranted(credits: number, purpose: Purpose): Promise<boolean> {
    const isPaid = credits > 0
    if (!breaker.isReady(isPaid)) return false
    if (isPaid) {
      const spending = await budget.spend(credits, purpose)
      // when views or bets have used up their share, the rest of the feed goes on
      if (spending === 'spent' && purpose === 'poll') await reporter.creditsSuffice(false)
      if (spending !== 'granted') return false
    }
    if (breaker.admits(isPaid)) return true
    if (isPaid) await budget.correct(credits, 0, purpose)
    return false
  }

  return {
    creditsSuffice: (suffice) => reporter.creditsSuffice(suffice),
    async spend(credits, purpose, call) {
      if (!(await isGranted(credits, purpose))) return null
      const isPaid = credits > 0
      try {
        const reply = await call()
        breaker.succeeded(isPaid)
        if (isPaid) await budget.correct(credits, reply.credits.last, purpose)
        await reporter.answered(reply.credits, isPaid)
        return reply
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        // a refused call is not charged; one without a valid reply may have been
        const isRefusal = error.status !== null && error.status >= 400
        if (isRefusal && isPaid) await budget.correct(credits, 0, purpose)
        const isOpen = breaker.failed(error.failure)
        await reporter.failed(error, isOpen)
        if (isOpen) return null
        throw error
      }
    },
  }
}
