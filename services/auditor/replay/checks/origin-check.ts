// Where an event comes from: the session it was requested in, the event that caused it, and the reason that somebody
// gave.
import type { Body } from '../../events/body.ts'
import type { LogRow } from '../../events/log-row.ts'
import type { Findings } from '../../findings/findings.ts'
import { isNewer } from '../../identity/commitments.ts'
import { keptSince, type Sessions } from '../../identity/sessions.ts'
import { personIn } from '../../rules/personal/erasures.ts'
import { sessionFault } from '../../rules/personal/sessions.ts'
import type { SpillMap } from '../../spill/spill-map.ts'
import type { Stream } from '../entities.ts'
import type { State } from '../state.ts'

export class OriginCheck {
  readonly #state: State
  readonly #findings: Findings
  readonly #sessions: Sessions
  /** System time from which on a session may be newer than the stored rows; null if none can be. */
  readonly #newerThan: string | null
  /** Sessions without a row, each reported once. */
  readonly #missing: SpillMap<number>

  constructor(state: State, findings: Findings, sessions: Sessions, newerThan: string | null) {
    this.#state = state
    this.#findings = findings
    this.#sessions = sessions
    this.#newerThan = newerThan
    this.#missing = state.spill.map('sessions that are not there')
  }

  /** `stream`: of the event, up to and including it. */
  add(row: LogRow, body: Body, stream: Stream): void {
    const { type, meta } = body
    const { session, actor, causation, reason } = meta
    if (reason?.text != null) this.#noteReason(row, reason.text, body, stream)
    const owner = this.#ownerOf(session)
    // a sign-up has no account yet: its session belongs to the account that it opens
    const requester = actor.role === 'system' ? stream.subject : actor.id
    if (owner !== undefined && owner !== requester) {
      this.#findings.at(row, 'session_mismatch', owner, requester, requester)
    }
    // a sign-in names the session that it begins
    if (actor.role !== 'system' && type !== 'SignedIn') {
      if (session !== null && owner === undefined) this.#missSession(row, session, meta)
      const fault = sessionFault(body, this.#state)
      if (fault !== null) this.#findings.at(row, 'session_unfounded', 'a session that goes on', fault, actor.id)
    }
    if (causation !== null) this.#checkCause(row, causation)
  }

  /**
   * Keeps the first event with each reason, and whom the reason is about: null if its events are about several people.
   */
  #noteReason({ number, position, version }: LogRow, text: string, body: Body, stream: Stream): void {
    const { reasons } = this.#state
    const about = personIn(body)
    const known = reasons.get(text)
    if (known === undefined) {
      const place = { number, position, stream: stream.name, version }
      const { actor, recordedAt } = body.meta
      reasons.set(text, { place, by: actor.id, recordedAt, about })
    } else if (known.about === undefined) known.about = about
    else if (about !== undefined && known.about !== about) known.about = null
  }

  #ownerOf(session: string | null): string | undefined {
    if (session === null) return undefined
    return this.#state.signedIn.get(session)?.account ?? this.#sessions.stored.get(session)?.account
  }

  /**
   * An event recorded right after a sign-up may have no session yet; any other is requested only once its session is
   * stored.
   */
  #missSession(row: LogRow, session: string, { actor, recordedAt }: Body['meta']): void {
    const since = keptSince(this.#sessions, 'asked', this.#state.signedIn.since)
    const isKept = since !== null && recordedAt > since
    if (!isKept || isNewer(recordedAt, this.#newerThan) || !this.#missing.add(session, 1)) return
    const { number, position, stream, version } = row
    this.#state.deferredChecks.push(() => {
      // an erasure comes later than what was requested in the session
      if (this.#state.accounts.peek(actor.id)?.erasure) return
      this.#findings.at({ number, position, stream, version }, 'session_gone', `session ${session}`, 'none', actor.id)
    })
  }

  #checkCause(row: LogRow, causation: string): void {
    const at = causation.indexOf('@')
    const cause = this.#state.streams.get(causation.slice(0, at))
    if (cause === undefined || cause.version < Number(causation.slice(at + 1))) {
      this.#findings.at(row, 'causation_unknown', 'an event before it', causation)
    }
  }
}
