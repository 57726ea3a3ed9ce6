// What the score of a running game has already decided, because no further goal can change it. Display only: nothing is
// settled by it.
import { marketOf } from '#domain/settlement/markets.ts'

/** A score, with the minute in which it was first seen; null for the score at the time the page was opened. */
export type ScoreSeen = { home: number; away: number; minute: number | null }
export type Decided = { side: 'Over' | 'Yes'; minute: number | null }

type Cell = {
  market: string
  /** The line of a total. */
  point: number | null
  side: 'home' | 'away' | null
}

/** `scores`: in the order in which they were seen, the current one last. */
export function decidedBy(scores: readonly ScoreSeen[], { market: key, point, side }: Cell): Decided | null {
  const market = marketOf(key)
  if (market === null || market.period !== null) return null
  const { kind } = market
  const decides = ({ home, away }: ScoreSeen): boolean => {
    if (kind === 'btts') return home > 0 && away > 0
    if (point === null) return false
    if (kind === 'totals') return home + away > point
    return kind === 'team_totals' && side !== null && (side === 'home' ? home : away) > point
  }
  // A disallowed goal starts it over.
  const since = scores.findLastIndex((score) => !decides(score)) + 1
  const first = scores[since]
  return first === undefined ? null : { side: kind === 'btts' ? 'Yes' : 'Over', minute: first.minute }
}
