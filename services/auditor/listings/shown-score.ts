import type { Score } from '../events/payloads.ts'

/** '2-1', or '2-1 (1-1 in regulation time)' if that is known and differs. */
export function shownScore(score: Score, regulation: Score | undefined): string {
  const [all, inTime] = [score, regulation ?? score].map(({ home, away }) => `${home}-${away}`)
  return all === inTime ? all! : `${all} (${inTime} in regulation time)`
}
