// The sessions that the log has begun, and how each ended, as far as events say so. What began so long ago that nothing of it is
// stored any more is forgotten, so that memory grows with what is signed in within half a year, not with the log.
import { type Place, placeOf } from '../../findings/findings.ts'

const DAY_MS = 86_400_000
/** Longer than anything of a session is stored. */
const REMEMBERED_MS = 181 * DAY_MS
/**
 * What ends sessions is recorded first and carried out next, and a sign-in at that moment is recorded between: the session may have
 * ended with the others.
 */
const AT_ONCE_MS = 60_000

/** Times are in system time. */
export type SignedIn = {
  readonly session: string
  readonly account: string
  readonly place: Place
  readonly recordedAt: string
  /** A code of the second factor was given at the sign-in; or, with `proven`, since. */
  readonly shown: boolean
  proven: boolean
  /** An event says so; it may have expired before. */
  endedAt: string | null
  /** Nothing can be said of its row. */
  mayHaveEnded: boolean
}

export class SignedInSessions {
  /** When the first sign-in was recorded: sessions of before had no event. Null while there was none. */
  since: string | null = null
  readonly #bySession = new Map<string, SignedIn>()
  /** Those that no event has ended, by account. */
  readonly #open = new Map<string, Set<SignedIn>>()
  /** When an event last ended sessions of an account. */
  readonly #endedAt = new Map<string, string>()

  get(session: string): SignedIn | undefined {
    return this.#bySession.get(session)
  }

  all(): Iterable<SignedIn> {
    return this.#bySession.values()
  }

  begin(account: string, session: string, place: Place, recordedAt: string, shown: boolean): void {
    this.#forget(recordedAt)
    const mayHaveEnded = isAtOnce(this.#endedAt.get(account) ?? '', recordedAt)
    const begun = {
      session,
      account,
      place: placeOf(place),
      recordedAt,
      shown,
      proven: shown,
      endedAt: null,
      mayHaveEnded,
    }
    this.#bySession.set(session, begun)
    const open = this.#open.get(account)
    if (open === undefined) this.#open.set(account, new Set([begun]))
    else open.add(begun)
  }

  /** Ends the sessions of an account that `isMeant` names; by default all. */
  end(account: string, recordedAt: string, isMeant: (session: string) => boolean = () => true): void {
    this.#endedAt.set(account, recordedAt)
    const open = this.#open.get(account)
    for (const one of open ?? []) {
      if (!isMeant(one.session)) continue
      one.endedAt = recordedAt
      open!.delete(one)
    }
  }

  /** Whether an event ended sessions of the account a moment before. */
  hasJustEnded(account: string, recordedAt: string): boolean {
    return isAtOnce(this.#endedAt.get(account) ?? '', recordedAt)
  }

  #forget(recordedAt: string): void {
    const before = new Date(Date.parse(recordedAt) - REMEMBERED_MS).toISOString()
    for (const one of this.#bySession.values()) {
      if (one.recordedAt >= before) break
      this.#bySession.delete(one.session)
      this.#open.get(one.account)?.delete(one)
    }
  }
}

/** `first` may be '': never. */
const isAtOnce = (first: string, then: string): boolean =>
  first !== '' && Date.parse(then) - Date.parse(first) <= AT_ONCE_MS
