// Whether the start that an answer gives a known game is taken over. A wrong one in the past would close a game for bets and
// in time give it up; a wrong one in the future would take bets on a game in play as before its start.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'

/** A start just now is news of a game that begins early: nothing speaks against it. */
const JUST_NOW_MS = 5 * MINUTE
/** A start before that is believed when an answer this much later gives it again. */
const AGAIN_AFTER_MS = 2 * MINUTE

export type NewStart = {
  readonly fixture: string
  readonly from: Date
  readonly to: Date
  /** Business time of the answer. */
  readonly at: Date
  /** A score or a completed read is known. */
  readonly scored: boolean
}

export type NewStarts = {
  /** Whether the game is moved; of one that is to be told again, this remembers the answer. */
  believes(start: NewStart): boolean
  /** An answer gives the game the start that it has. */
  stays(fixture: string): void
}

export function createNewStarts(): NewStarts {
  const told = new Map<string, { readonly to: Date; readonly since: Date }>()

  function isToldAgain({ fixture, to, at }: NewStart): boolean {
    const before = told.get(fixture)
    if (before?.to.getTime() === to.getTime()) return at.getTime() - before.since.getTime() >= AGAIN_AFTER_MS
    told.set(fixture, { to, since: at })
    return false
  }

  return {
    believes(start) {
      const { fixture, from, to, at, scored } = start
      const agoMs = at.getTime() - to.getTime()
      if (to > from ? scored : agoMs > POSSIBLY_LIVE_MS) return false
      if (from > at && agoMs > JUST_NOW_MS && !isToldAgain(start)) return false
      told.delete(fixture)
      return true
    },
    stays: (fixture) => void told.delete(fixture),
  }
}
