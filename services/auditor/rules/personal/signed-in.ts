// The sessions that began in the log, and how each ended as far as events say so. A session is forgotten when it began
// so long ago that nothing of it is stored any more.
import { type Place, placeOf } from '../../findings/findings.ts'
import type { Spill } from '../../spill/spill.ts'
import type { SpillMap } from '../../spill/spill-map.ts'

const DAY_MS = 86_400_000
/** Longer than anything about a session is stored. */
const REMEMBERED_MS = 181 * DAY_MS
/**
 * An event that ends sessions is recorded first and carried out next. A sign-in may be recorded in between, and its
 * session may then have ended with the others.
 */
const AT_ONCE_MS = 60_000

/** All times are system time. */
type Begun = { readonly session: string; readonly recordedAt: string }

export type SignedIn = Begun & {
  readonly account: string
  readonly place: Place
  /** Whether a code of the second factor was given at the sign-in; `proven`: then or since. */
  readonly shown: boolean
  proven: boolean
  /** When an event ended it; it may have expired before. Null if none did. */
  endedAt: string | null
  /** It began just after others were ended, so its row may be there or not. */
  mayHaveEnded: boolean
}

/** `young`: the index of the younger half. */
type Written = {
  readonly young: number
  readonly since: string | null
  readonly youngSince: string
  readonly before: string
}

export class SignedInSessions {
  /** When the first sign-in was recorded; sessions from before have no event. Null if there was none yet. */
  since: string | null = null
  /** By session, in two halves by age, so that the older one can be dropped whole. */
  #young: SpillMap<SignedIn>
  #old: SpillMap<SignedIn>
  #youngSince = ''
  /** Sessions that began earlier are forgotten. */
  #before = ''
  /** By account, the sessions that no event has ended. */
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

  /** Read-only: changes to the result may be lost. */
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

  /** Ends those sessions of an account for which `isMeant` is true; by default all. */
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

  /** Whether an event ended sessions of the account just before. */
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

/** `first`: '' for never. */
const isAtOnce = (first: string, then: string): boolean =>
  first !== '' && Date.parse(then) - Date.parse(first) <= AT_ONCE_MS
