// In the order of the log, versions of events as the product came to write them. An older one says less and is judged by fewer
// rules, so that whoever forges an event would write it as one.
import type { Findings, Place } from '../findings/findings.ts'
import type { Part } from '../spill/kept-file.ts'
import type { Body, EventType } from './body.ts'
import { metaVersion } from './upcast.ts'

/** By type, what ended its first version. Accounts and passwords are not among them: of these both versions are written. */
const ENDED_BY: Partial<Record<EventType, EventType | 'metadata'>> = {
  BetPlaced: 'metadata',
  BetSettled: 'metadata',
  ResultRecorded: 'metadata',
  ResultCorrected: 'metadata',
  FixtureAbandoned: 'metadata',
  FloatSet: 'FloatSet',
  SettlementAsked: 'SettlementAsked',
}
/** So long may processes of two releases run beside each other. */
const BESIDE_MS = 3_600_000

type Since = Map<EventType | 'metadata', string>

export class VersionsInOrder implements Part<Since> {
  readonly #findings: Findings
  /** When the second version was first recorded. */
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
