// The rows beside the log, against what its events come to: read models, the provider's prices and messages, personal
// data.
import type { Beside } from './beside/beside.ts'
import { Evidence, type EvidenceCheck } from './evidence/evidence.ts'
import { earlierLeaves } from './evidence/published-rows.ts'
import { checkErasures } from './identity/erasures.ts'
import { checkIdentities } from './identity/identities.ts'
import { checkNotes } from './identity/notes.ts'
import { checkReasons } from './identity/reasons.ts'
import { checkRequests } from './identity/requests.ts'
import { checkSessions, type Sessions } from './identity/sessions.ts'
import { underWayAt } from './identity/under-way.ts'
import type { DatabaseClock } from './postgres/surroundings.ts'
import { Comparison, type ToCompare } from './read-models/comparison.ts'
import type { Compared } from './report/report-of.ts'

type ToCheck = Omit<ToCompare, 'only'> & {
  readonly from: number
  readonly beside: Beside | null
  readonly sessions: Sessions
  /** System time from which on an event may be newer than the rows; null if log and rows are of the same moment. */
  readonly newerThan: string | null
  readonly clock: DatabaseClock
}

export class RowsCheck {
  readonly comparison: Comparison
  readonly evidence: EvidenceCheck
  readonly #asked: ToCheck

  private constructor(asked: ToCheck, comparison: Comparison, evidence: EvidenceCheck) {
    this.#asked = asked
    this.comparison = comparison
    this.evidence = evidence
  }

  /** Before the first event. Throws NotResumable as `Comparison` does. */
  static async begin(asked: ToCheck): Promise<RowsCheck> {
    const comparison = await Comparison.begin(asked)
    return new RowsCheck(asked, comparison, await beginEvidence(asked))
  }

  /** After the last event. */
  async end(): Promise<Compared> {
    await this.comparison.end()
    await this.evidence.end()
    return {
      ...(await this.#checkPersonalData()),
      rows: this.comparison.rows,
      readModels: this.comparison.places,
      evidence: this.evidence.rows,
      olderPrices: this.evidence.olderPrices,
    }
  }

  async #checkPersonalData(): Promise<Pick<Compared, 'identities' | 'sessions' | 'olderSessions' | 'reasons'>> {
    const { snapshot, replay, findings, sessions, newerThan, clock } = this.#asked
    const { state } = replay
    const { main: client } = snapshot
    const { arrivedBefore } = clock
    const underWay = underWayAt(newerThan, replay.recordedAt, clock)
    // a replay that stopped lacks later events, which may explain a row: then only what folded events name is checked
    const isFolded = replay.stoppedAt === null
    const identities = isFolded ? await checkIdentities(client, state, findings, arrivedBefore, underWay) : 0
    const olderSessions = isFolded ? checkSessions(sessions, state, findings, underWay) : 0
    await checkErasures(client, state, findings, arrivedBefore)
    await checkNotes(client, state, findings, newerThan)
    if (isFolded) await checkRequests(client, state, findings, underWay)
    const reasons = await checkReasons(client, state, findings, newerThan)
    return { identities, sessions: sessions.stored.size, olderSessions, reasons }
  }
}

async function beginEvidence({ snapshot, replay, findings, newerThan, from, beside }: ToCheck): Promise<EvidenceCheck> {
  const { main: client } = snapshot
  const { state } = replay
  if (beside !== null) return beside.lookUp(findings, await earlierLeaves(client, from))
  return Evidence.begin({ client, findings, games: state, spill: state.spill, newerThan }, from)
}
