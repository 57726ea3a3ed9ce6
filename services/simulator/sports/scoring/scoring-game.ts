// A game that is decided by plays at a constant rate: soccer, ice hockey, American football, Aussie rules, rugby,
// baseball.
import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../../random.ts'
import { type Course, chancesOf, type Period, type Scope } from '../course.ts'
import type { News } from '../news.ts'
import type { Timeline } from '../timeline.ts'
import { pointsOfPlays } from './distribution.ts'
import type { Ending } from './ending.ts'
import { type Outlook, outlookOf } from './outlook.ts'
import { adjusted, type Play, pausesAround, playsOf, type Rates, type Scored, type Side, scoreOf } from './plays.ts'
import { remembered } from './remembered.ts'

export type Frame = { readonly key: string; readonly startsAt: number; readonly rates: Rates; readonly news: News }
export type Rules = {
  readonly plays: readonly Play[]
  /** When each side can score. */
  readonly timelines: Readonly<Record<Side, Timeline>>
  /** Parts of the game with markets of their own, by the share of the play after which they are over. */
  readonly periods: Partial<Readonly<Record<Period, number>>>
  /** Whether a draw can be bet on. */
  readonly draw: boolean
  /** Whether prices disappear around each score, as with goals; not where scores come often. */
  readonly suspends: boolean
  /** What follows a level score; nothing if it stands. */
  readonly endings: (rates: Rates) => readonly Ending[]
  /** Length of an overtime, in milliseconds. */
  readonly overtime: readonly [shortest: number, longest: number]
}
/** Overtime that no market includes: further scores, and when it is over. */
export type Extension = { readonly plays: readonly Scored[]; readonly endsAt: number }

export function scoringGame({ key, startsAt, rates, news }: Frame, rules: Rules, extension?: Extension): Course {
  const draws = drawsFor(`${key}/course`)
  const { home, away } = rules.timelines
  const regulationEnd = Math.max(home.endsAt, away.endsAt)
  const final = adjusted(rates, news.knownAt(startsAt))
  const plays = playsOf(key, final, rules.timelines, rules.plays)
  const regulation = scoreOf(plays, regulationEnd)
  const endings = rules.endings(final)
  const overtime = endings.length > 0 && regulation[0] === regulation[1]
  const endsAt = overtime
    ? regulationEnd + Math.round(between(...rules.overtime, draws(0)))
    : (extension?.endsAt ?? regulationEnd)
  const scored = [...plays, ...(overtime ? drawn(endings, draws(1), endsAt) : (extension?.plays ?? []))]
  const pauses = rules.suspends ? pausesAround(scored, draws) : []
  if (overtime) pauses.push([regulationEnd - 15_000, regulationEnd + 60_000])

  const endOf = (scope: Scope): number => {
    if (scope === 'final') return endsAt
    if (scope === 'regulation') return regulationEnd
    return home.instantOf(rules.periods[scope] ?? 1)
  }
  const calculate = remembered(startsAt, (instant: number, scope: Scope): Outlook => {
    const known = adjusted(rates, news.knownAt(instant))
    const adds = (side: Side) => {
      const left = rules.timelines[side].played(endOf(scope)) - rules.timelines[side].played(instant)
      return pointsOfPlays(known[side] * Math.max(0, left), rules.plays)
    }
    const score = scoreOf(scored, instant)
    return outlookOf(score, adds('home'), adds('away'), scope === 'final' ? rules.endings(known) : [])
  })
  const outlookAt = (instant: number, scope: Scope): Outlook | null => {
    if (scope !== 'final' && scope !== 'regulation' && rules.periods[scope] === undefined) return null
    return instant >= endOf(scope) ? null : calculate(instant, scope)
  }
  // if level scores stand after regulation, markets ignore an extension
  const scope = extension === undefined ? 'final' : 'regulation'
  return {
    startsAt,
    endsAt,
    closesAt: extension === undefined ? endsAt : regulationEnd,
    completedAt: endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, draws(2))),
    pauses,
    scoreAt: (instant) => scoreOf(scored, instant),
    chancesAt: (instant) => chancesOf(calculate(instant, scope), rules.draw),
    outlookAt,
    scoreOf: (part) => scoreOf(scored, endOf(part)),
  }
}

/** The last plays of a game that was level. */
function drawn(endings: readonly Ending[], draw: number, at: number): Scored[] {
  let sum = 0
  for (const { home, away, chance } of endings) {
    sum += chance
    if (draw >= sum) continue
    const both: Scored[] = [
      { at, side: 'home', points: home },
      { at, side: 'away', points: away },
    ]
    return both.filter(({ points }) => points > 0)
  }
  return []
}
