// Checks that old schema versions are not used any more once the product has stopped writing them. An old version says
// less and is judged by fewer rules, so a forger would prefer it.
import type { Findings, Place } from '../findings/findings.ts'
import type { Part } from '../spill/kept-file.ts'
import type { Body, EventType } from './body.ts'
import { metaVersion } from './upcast.ts'

/**
 * By type, what ended its version 1: version 2 of an event, or of the metadata. Of accounts and passwords, both
 * versions are still written.
 */
const ENDED_BY: Partial<Record<EventType, EventType | 'metadata'>> = {
  BetPlaced: 'metadata',
  BetSettled: 'metadata',
  ResultRecorded: 'metadata',
  ResultCorrected: 'metadata',
  FixtureAbandoned: 'metadata',
  FloatSet: 'FloatSet',
  SettlementAsked: 'SettlementAsked',
}
/** For this long, processes of two releases may run at the same time. */
const BESIDE_MS = 3_600_000

type Since = Map<EventType | 'metadata', string>

export class VersionsInOrder implements Part<Since> {
  readonly #findings: Findings
  /** When version 2 of each was first recorded, in system time. */
  #since: Since = new Map()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  write(): Since {
    return this.#since
  }

  read(since: Since): void {
    this.#since = since
  }

  add(place: Place, { type, schema, meta: { recordedAt } }: Body): void {
    if (metaVersion(type, schema) === 2) this.#note('metadata', recordedAt)
    if (schema > 1) this.#note(type, recordedAt)
    const endedBy = ENDED_BY[type]
    const since = schema === 1 && endedBy !== undefined ? this.#since.get(endedBy) : undefined
    if (since === undefined || Date.parse(recordedAt) - Date.parse(since) <= BESIDE_MS) return
    this.#findings.at(place, 'version_older', `version 2, as it is written since ${since}`, 'version 1')
  }

  #note(what: EventType | 'metadata', recordedAt: string): void {
    if (!this.#since.has(what)) this.#since.set(what, recordedAt)
  }
}
