// The slip's own look at the odds before it asks the server: advice for the bettor, each with its text. What the server
// then decides is final.
import {
  adviseOdds,
  checkOdds,
  hundredths,
  ODDS_CHECK_FAILED,
  ODDS_CHECK_TIMED_OUT,
  oddsConfirmed,
  oddsFromAmerican,
  oddsFromNumber,
  oddsMoved,
} from '#domain/odds.ts'
import type { OddsPolicy } from '#ui/model/slip/reducer.ts'
import type { Selection } from '#ui/model/slip/selection.ts'

export const SELECTION_LIMIT_MS = 3_000
export const CHECK_LIMIT_MS = 5_000
/** As many as a browser sends to one server at once over HTTP/1.1. */
const AT_ONCE = 6

export type Verdict =
  /** `odds` are the current ones where the bettor's policy takes them, else those picked. */
  | { kind: 'confirmed'; odds: string; text: string }
  | { kind: 'changed'; odds: string; text: string }
  | { kind: 'gone'; odds: null; text: string }
  /** The odds could not be looked up: those picked stand. */
  | { kind: 'unchecked'; odds: string; text: string }

export const isValid = (verdict: Verdict): boolean => verdict.kind === 'confirmed' || verdict.kind === 'unchecked'

/** Judges one selection against the price that is offered now, null where there is none. */
export function judge(policy: OddsPolicy, pick: Selection, price: number | null): Verdict {
  const { odds: current, american } = price === null ? unpriced : readPrice(price, pick.odds)
  const advice = adviseOdds(pick.selection, pick.odds, current, american)
  if (current === null) return { kind: 'gone', odds: null, text: advice.message }
  if (advice.newOdds !== null) return { kind: 'changed', odds: advice.newOdds, text: advice.message }
  // Far outside what a market does: an error in the data, and the odds picked stand.
  if (advice.message === oddsConfirmed(pick.odds)) return { kind: 'confirmed', odds: pick.odds, text: advice.message }
  const strict = checkOdds(policy, pick.selection, pick.odds, current)
  return strict.valid
    ? { kind: 'confirmed', odds: current, text: strict.message }
    : { kind: 'changed', odds: current, text: strict.message }
}

const unpriced = { odds: null, american: false }

/**
 * Prices beyond 100 in magnitude may be American (+150 is 2.50, -200 is 1.50), but decimal long shots exist too: of the
 * two readings the one nearer to the odds picked is meant.
 */
function readPrice(price: number, picked: string): { odds: string | null; american: boolean } {
  const decimal = oddsFromNumber(price)
  const converted = Math.abs(price) > 100 ? oddsFromAmerican(price) : null
  if (converted === null) return { odds: decimal, american: false }
  if (decimal === null) return { odds: converted, american: true }
  const american = distance(converted, picked) < distance(decimal, picked)
  return { odds: american ? converted : decimal, american }
}

function distance(a: string, b: string): bigint {
  const difference = hundredths(a) - hundredths(b)
  return difference < 0n ? -difference : difference
}

/** 'Odds have increased from 1.88 to 1.95 (3.7% change).': a change that the bettor's policy takes. */
export const movedText = (seen: string, current: string): string =>
  oddsMoved(seen, current).replace(' Please review your bet.', '')

export interface OddsCheckOptions {
  selections: Selection[]
  policy: OddsPolicy
  /** The current price, null where the selection is not offered any more; rejects where it cannot be known. */
  priceOf(selection: Selection, signal: AbortSignal): Promise<number | null>
  /** Told as each selection is judged. */
  onVerdict?: (betKey: string, verdict: Verdict) => void
}

/**
 * Looks up all selections, each for at most SELECTION_LIMIT_MS and all for at most CHECK_LIMIT_MS. Never rejects: what
 * cannot be known in time is let through with the odds picked.
 */
export async function checkSelections(options: OddsCheckOptions): Promise<Map<string, Verdict>> {
  const { selections, onVerdict } = options
  const verdicts = new Map<string, Verdict>()
  const deadline = new AbortController()
  const give = (selection: Selection, verdict: Verdict) => {
    if (verdicts.has(selection.betKey)) return
    verdicts.set(selection.betKey, verdict)
    onVerdict?.(selection.betKey, verdict)
  }
  const waiting = [...selections]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !deadline.signal.aborted; next = waiting.shift()) {
      give(next, await judgeInTime(next, options, deadline.signal))
    }
  }
  const timer = setTimeout(() => deadline.abort(), CHECK_LIMIT_MS)
  await Promise.race([
    Promise.all(Array.from({ length: AT_ONCE }, work)),
    new Promise((resolve) => deadline.signal.addEventListener('abort', resolve)),
  ])
  clearTimeout(timer)
  for (const selection of selections) give(selection, unchecked(selection, ODDS_CHECK_TIMED_OUT))
  return verdicts
}

const unchecked = (selection: Selection, text: string): Verdict => ({ kind: 'unchecked', odds: selection.odds, text })

async function judgeInTime(selection: Selection, options: OddsCheckOptions, deadline: AbortSignal): Promise<Verdict> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), SELECTION_LIMIT_MS)
  try {
    const price = await withAbort(options.priceOf(selection, AbortSignal.any([limit.signal, deadline])), limit.signal)
    return judge(options.policy, selection, price)
  } catch {
    return unchecked(selection, ODDS_CHECK_FAILED)
  } finally {
    clearTimeout(timer)
  }
}

/** The promise's outcome, or a rejection as soon as the signal aborts, whether the work listens to it or not. */
function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
