// The sessions that the log has begun, and how each ended, as far as events say so. What began so long ago that nothing of it is
// stored any more is forgotten.
import { type Place, placeOf } from '../../findings/findings.ts'
import type { Spill } from '../../spill/spill.ts'
import type { SpillMap } from '../../spill/spill-map.ts'

const DAY_MS = 86_400_000
/** Longer than anything of a session is stored. */
const REMEMBERED_MS = 181 * DAY_MS
/**
 * What ends sessions is recorded first and carried out next, and a sign-in at that moment is recorded between: the session may have
 * ended with the others.
 */
const AT_ONCE_MS = 60_000

/** Times are in system time. */
type Begun = { readonly session: string; readonly recordedAt: string }

export type SignedIn = Begun & {
  readonly account: string
  readonly place: Place
  /** A code of the second factor was given at the sign-in; or, with `proven`, since. */
  readonly shown: boolean
  proven: boolean
  /** An event says so; it may have expired before. */
  endedAt: string | null
  /** Nothing can be said of its row. */
  mayHaveEnded: boolean
}

/** `young`: which of the halves. */
type Written = {
  readonly young: number
  readonly since: string | null
  readonly youngSince: string
  readonly before: string
}

export class SignedInSessions {
  /** When the first sign-in was recorded: sessions of before had no event. Null while there was none. */
  since: string | null = null
  /** By session, in two halves by age: the older one is dropped as a whole. */
  #young: SpillMap<SignedIn>
  #old: SpillMap<SignedIn>
  #youngSince = ''
  /** What began earlier is forgotten. */
  #before = ''
  /** Those that no event has ended, by account. */
  readonly #open: SpillMap<readonly Begun[]>
  /** When an event last ended sessions of an account. */
  readonly #endedAt: SpillMap<string>

  constructor(spill: Spill) {
    const halves: readonly SpillMap<SignedIn>[] = [spill.map('sign-ins, one half'), spill.map('sign-ins, other half')]
    this.#young = halves[0]!
    this.#old = halves[1]!
    this.#open = spill.map('sessions that are open')
    this.#endedAt = spill.map('when sessions were ended')
    spill.part('sign-ins', {
      write: (): Written => ({
        young: halves.indexOf(this.#young),
        ...{ since: this.since, youngSince: this.#youngSince, before: this.#before },
      }),
      read: ({ young, since, youngSince, before }: Written) => {
        this.#young = halves[young]!
        this.#old = halves[1 - young]!
        this.since = since
        this.#youngSince = youngSince
        this.#before = before
      },
    })
  }

  get(session: string): SignedIn | undefined {
    return this.#known(this.#young.get(session) ?? this.#old.get(session))
  }

  /** To be read, and not to be changed. */
  peek(session: string): SignedIn | undefined {
    return this.#known(this.#young.peek(session) ?? this.#old.peek(session))
  }

  *all(): Generator<SignedIn> {
    for (const half of [this.#old, this.#young]) {
      for (const one of half.values()) if (this.#known(one) !== undefined) yield one
    }
  }

  begin(account: string, session: string, place: Place, recordedAt: string, shown: boolean): void {
    this.#forget(recordedAt)
    const mayHaveEnded = this.hasJustEnded(account, recordedAt)
    this.#young.set(session, {
      session,
      account,
      place: placeOf(place),
      recordedAt,
      shown,
      proven: shown,
      endedAt: null,
      mayHaveEnded,
    })
    this.#open.set(account, [...this.#openOf(account), { session, recordedAt }])
  }

  /** Ends the sessions of an account that `isMeant` names; by default all. */
  end(account: string, recordedAt: string, isMeant: (session: string) => boolean = () => true): void {
    this.#endedAt.set(account, recordedAt)
    const { meant = [], others = [] } = Object.groupBy(this.#openOf(account), ({ session }) =>
      isMeant(session) ? 'meant' : 'others',
    )
    for (const { session } of meant) {
      const begun = this.get(session)
      if (begun !== undefined) begun.endedAt = recordedAt
    }
    this.#open.set(account, others)
  }

  /** Whether an event ended sessions of the account a moment before. */
  hasJustEnded(account: string, recordedAt: string): boolean {
    return isAtOnce(this.#endedAt.get(account) ?? '', recordedAt)
  }

  #openOf(account: string): Begun[] {
    return (this.#open.get(account) ?? []).filter((one) => this.#known(one) !== undefined)
  }

  #known<One extends Begun>(one: One | undefined): One | undefined {
    return one !== undefined && one.recordedAt >= this.#before ? one : undefined
  }

  #forget(recordedAt: string): void {
    this.#before = new Date(Date.parse(recordedAt) - REMEMBERED_MS).toISOString()
    if (this.#youngSince >= this.#before) return
    this.#old.clear()
    const emptied = this.#old
    this.#old = this.#young
    this.#young = emptied
    this.#youngSince = recordedAt
  }
}

/** `first` may be '': never. */
const isAtOnce = (first: string, then: string): boolean =>
  first !== '' && Date.parse(then) - Date.parse(first) <= AT_ONCE_MS
