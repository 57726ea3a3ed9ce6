// Decides whether a new start of a known game is believed. A wrong one in the past would close a game for bets and
// eventually abandon it; a wrong one in the future would let bets on a game in play count as before its start.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'

/** A start within this time is plausible for a game that begins early. */
const JUST_NOW_MS = 5 * MINUTE
/** An earlier start is believed if a reply at least this much later repeats it. */
const AGAIN_AFTER_MS = 2 * MINUTE

export type NewStart = {
  readonly fixture: string
  readonly from: Date
  readonly to: Date
  /** Business time of the reply. */
  readonly at: Date
  /** A score or a completed read is known. */
  readonly scored: boolean
}

export type NewStarts = {
  /** Whether the game is moved. If this has to be confirmed, the reply is remembered. */
  believes(start: NewStart): boolean
  /** A reply gives the game its present start. */
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
