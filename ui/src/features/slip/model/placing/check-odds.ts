// Looks up the current odds of a slip before it is placed.
import type { OddsPolicy } from '#domain/odds.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import type { Selection } from '#ui/model/slip/selection.ts'
import { assessOdds, type OddsVerdict } from '../odds-verdict.ts'

export const SELECTION_TIMEOUT_MS = 3_000
export const SLIP_TIMEOUT_MS = 5_000
/** The number of connections that browsers open to one server over HTTP/1.1. */
const CONCURRENCY = 6

type OddsCheckOptions = {
  selections: Selection[]
  policy: OddsPolicy
  /** The current price; null if the selection is no longer offered. Rejects if it cannot be looked up. */
  fetchPrice(selection: Selection, signal: AbortSignal): Promise<number | null>
  /** Called as each verdict is known. */
  onVerdict?: (betKey: string, verdict: OddsVerdict) => void
}

/**
 * Assesses all selections, by betKey, within SELECTION_TIMEOUT_MS each and SLIP_TIMEOUT_MS in all. Never rejects: a
 * selection that cannot be looked up in time passes with the odds picked.
 */
export async function checkOddsOfSlip(options: OddsCheckOptions): Promise<Map<string, OddsVerdict>> {
  const { selections, onVerdict } = options
  const verdicts = new Map<string, OddsVerdict>()
  const record = (selection: Selection, verdict: OddsVerdict) => {
    if (verdicts.has(selection.betKey)) return
    verdicts.set(selection.betKey, verdict)
    onVerdict?.(selection.betKey, verdict)
  }
  const deadline = new AbortController()
  const queue = [...selections]
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && !deadline.signal.aborted; next = queue.shift()) {
      record(next, await checkSelection(next, options, deadline.signal))
    }
  }
  const timer = setTimeout(() => deadline.abort(), SLIP_TIMEOUT_MS)
  await Promise.race([
    Promise.all(Array.from({ length: CONCURRENCY }, work)),
    new Promise((resolve) => deadline.signal.addEventListener('abort', resolve)),
  ])
  clearTimeout(timer)
  for (const selection of selections) record(selection, unchecked(selection, inSlip.checkTimedOut))
  return verdicts
}

const unchecked = ({ odds }: Selection, text: string): OddsVerdict => ({ kind: 'unchecked', odds, text })

async function checkSelection(
  selection: Selection,
  { policy, fetchPrice }: OddsCheckOptions,
  deadline: AbortSignal,
): Promise<OddsVerdict> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), SELECTION_TIMEOUT_MS)
  try {
    const fetching = fetchPrice(selection, AbortSignal.any([timeout.signal, deadline]))
    return assessOdds(policy, selection, await rejectOnAbort(fetching, timeout.signal))
  } catch {
    return unchecked(selection, inSlip.checkFailed)
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects as soon as the signal aborts, whether or not the promise itself listens to it. */
function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
