// Caches outlooks, because the bookmakers look at a game at the same few instants again and again.
import { MINUTE } from '#services/platform/clock/durations.ts'
import type { Scope } from '../course.ts'
import type { Outlook } from './outlook.ts'

const KEPT = 8

/** The same function with a cache of its latest results. Before the start there is news only once a minute. */
export function remembered(startsAt: number, calculate: (instant: number, scope: Scope) => Outlook) {
  const latest: { at: number; scope: Scope; outlook: Outlook }[] = []
  return (instant: number, scope: Scope): Outlook => {
    const at = instant < startsAt ? Math.floor(instant / MINUTE) * MINUTE : instant
    const known = latest.find((each) => each.at === at && each.scope === scope)
    if (known !== undefined) return known.outlook
    const outlook = calculate(at, scope)
    latest.push({ at, scope, outlook })
    if (latest.length > KEPT) latest.shift()
    return outlook
  }
}
