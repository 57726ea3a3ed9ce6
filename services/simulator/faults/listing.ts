// How a game appears in the feed at an instant, with its faults.
import { idOf, type SimulatedGame } from '../schedule/simulated-game.ts'
import type { Course } from '../sports/course.ts'
import type { Score } from '../sports/scoring/outlook.ts'
import type { GameFault } from './game-fault.ts'

export type Listing = {
  /** As it is listed: id and start may differ from what was planned. */
  readonly game: SimulatedGame
  /** Whether it is among events and odds, or only in the scores. */
  readonly offered: boolean
  /** Infinity if never. */
  readonly completedAt: number
  /** Shown instead of the true score. */
  readonly score: Score | null
  /** When the score last changed after the end. */
  readonly scoreChangedAt: number | null
  readonly distortion: 'tenfold-price' | 'missing-draw' | null
}

const asPlanned = (game: SimulatedGame): Listing => ({
  game,
  offered: true,
  completedAt: game.course.completedAt,
  score: null,
  scoreChangedAt: null,
  distortion: null,
})

/** Empty if it has vanished, two if it is listed twice. Several faults combine. */
export function listingsOf(game: SimulatedGame, faults: readonly GameFault[], instant: number): Listing[] {
  return faults.reduce<Listing[]>(
    (listings, fault) => listings.flatMap((each) => withFault(each, fault, instant)),
    [asPlanned(game)],
  )
}

function withFault(listing: Listing, fault: GameFault, instant: number): Listing[] {
  const { game } = listing
  switch (fault.kind) {
    case 'postponed':
      return instant < fault.at ? [listing] : [moved(listing, fault.by, game.id)]
    case 'reissued':
      return instant < fault.at ? [listing] : [moved(listing, fault.by, idOf(`${game.key}/reissued`))]
    case 'cancelled':
      return instant < fault.at ? [listing] : []
    case 'abandoned': {
      if (instant < fault.at) return [listing]
      const score = game.course.scoreAt(fault.at)
      const stopped = { ...listing, offered: false, completedAt: Number.POSITIVE_INFINITY }
      return instant < fault.goneAt ? [{ ...stopped, score, scoreChangedAt: fault.at }] : []
    }
    case 'late-completion':
      return [{ ...listing, completedAt: listing.completedAt + fault.by }]
    case 'score-corrected': {
      if (instant < listing.completedAt) return [listing]
      const correctedAt = listing.completedAt + fault.after
      return [instant < correctedAt ? { ...listing, score: wrong(game) } : { ...listing, scoreChangedAt: correctedAt }]
    }
    case 'tenfold-price':
    case 'missing-draw':
      return [isWithin(fault, instant) ? { ...listing, distortion: fault.kind } : listing]
    case 'duplicate': {
      if (!isWithin(fault, instant)) return [listing]
      return [listing, { ...listing, game: { ...game, id: idOf(`${game.key}/duplicate`) } }]
    }
  }
}

const isWithin = ({ from, until }: { from: number; until: number }, instant: number): boolean =>
  instant >= from && instant < until

/** A wrong score: another winner in a bout, another margin elsewhere; never level, since some sports have no draws. */
function wrong({ league, course }: SimulatedGame): Score {
  const [home, away] = course.scoreAt(course.endsAt)
  if (league.kind === 'bout') return home === away ? [1, 0] : [away, home]
  return home + 1 === away ? [home + 2, away] : [home + 1, away]
}

function moved(listing: Listing, by: number, id: string): Listing {
  const { game } = listing
  const course = shifted(game.course, by)
  const { field } = game
  return {
    ...listing,
    game: { ...game, id, course, field: field && { ...field, chancesAt: (instant) => field.chancesAt(instant - by) } },
    completedAt: listing.completedAt + by,
  }
}

/** The same game, later. */
function shifted(course: Course, by: number): Course {
  return {
    startsAt: course.startsAt + by,
    endsAt: course.endsAt + by,
    closesAt: course.closesAt + by,
    completedAt: course.completedAt + by,
    pauses: course.pauses.map(([from, to]) => [from + by, to + by]),
    scoreAt: (instant) => course.scoreAt(instant - by),
    chancesAt: (instant) => course.chancesAt(instant - by),
    outlookAt: (instant, scope) => course.outlookAt(instant - by, scope),
    scoreOf: course.scoreOf,
  }
}
