// Which polls are due, as often as the credits allow.
import type { BudgetGuard } from '../provider/budget-guard.ts'
import type { Budget } from '../provider/credits.ts'
import { affordable, isStarved } from './affordable.ts'
import type { LeaguesInSeason } from './leagues-in-season.ts'
import { type Due, duePolls, wishedPolls } from './planner.ts'
import type { PollContext } from './poll-context.ts'
import { SCARCE_PER_HOUR } from './polling-intervals.ts'

export type PollPlan = {
  /** Most important first. */
  readonly due: Due[]
  /** Credits are few: the polls are made one after the other, so that the most important get them. */
  readonly scarce: boolean
}

/** Makes the current plan, and reports whether the credits suffice for it. */
export function createPollPlanner(parts: {
  readonly context: PollContext
  readonly leagues: LeaguesInSeason
  readonly budget: Budget
  readonly budgetGuard: BudgetGuard
}): (now: Date) => Promise<PollPlan> {
  const { context, leagues, budget, budgetGuard } = parts
  const { registry, client } = context

  return async (now) => {
    const inSeason = new Set(await leagues.current(((await budget.hourly()) ?? 0) > 0))
    // known once the provider has said how many there are
    const known = await budget.hourly()
    const hourly = known ?? 0
    const scarce = hourly < SCARCE_PER_HOUR
    context.isScarce = scarce
    const { unsettled, begunEarly, openBets, lastPolls } = context
    const wishes = [...inSeason.union(new Set(registry.leagues()))]
      .flatMap((league) => {
        const fixtures = registry.ofLeague(league)
        const credits = client.regions * context.marketsOf(league).length
        return wishedPolls(league, { fixtures, unsettled, begunEarly, openBets, now, scarce, credits })
      })
      // a cup is out of season after its final, but bets on it still have to be decided
      .filter(({ league, kind }) => kind === 'scores' || inSeason.has(league))
    const polls = affordable(wishes, hourly)
    if (known !== null) await budgetGuard.creditsSuffice(!isStarved(wishes, polls))
    return { due: duePolls(polls, lastPolls, now), scarce }
  }
}
