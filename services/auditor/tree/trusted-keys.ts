// By which keys checkpoints are judged: those that somebody trusts, and those of which the log itself says when they signed.
import type { Findings } from '../findings/findings.ts'
import { brokenAt, type KeyChange, outOfForce, rangeOf, type Trust, trustOf } from './log-keys.ts'
import { openCheckpoint, readVerifierKey, type Signed, type SignedCheckpoint, type VerifierKey } from './signed-note.ts'

export type Judged =
  | {
      readonly ok: true
      readonly checkpoint: SignedCheckpoint
      readonly by: VerifierKey
      /** Why it proves nothing though it is signed, in words: somebody else may have signed it. Null where it does. */
      readonly doubt: string | null
      /** Whether it says something to whoever trusts those keys alone which this judges by, not one before them. */
      readonly vouches: boolean
    }
  | {
      readonly ok: false
      /** Null: it is signed by a key to which no endorsement leads, which is said once for all of them. */
      readonly code: 'checkpoint_invalid' | 'checkpoint_key_mismatch' | null
      readonly expected: string
      readonly actual: string
    }

export class TrustedKeys {
  readonly trust: Trust
  /** All keys that are named, whether they are trusted or not. */
  readonly known: readonly VerifierKey[]
  readonly #changes: readonly KeyChange[]
  readonly #onlyGiven: boolean

  /** `believed`: what the ledger names beside them; null where nothing else is believed than `given` and what these endorse. */
  constructor(given: readonly VerifierKey[], believed: readonly VerifierKey[] | null, changes: readonly KeyChange[]) {
    const ofTheLog = changes.flatMap(({ replaces, key }) => [readVerifierKey(replaces), readVerifierKey(key)])
    this.trust = trustOf(
      given.map(({ text }) => text),
      changes,
    )
    this.#changes = changes
    this.known = [...given, ...(believed ?? []), ...ofTheLog.filter((key) => key !== null)]
    this.#onlyGiven = believed === null
  }

  judge(note: string): Judged {
    const { keys, earlier, endsAt } = this.trust
    const no = (code: 'checkpoint_invalid' | 'checkpoint_key_mismatch' | null, expected: string, actual: string) =>
      ({ ok: false, code, expected, actual }) as const
    const opened = openCheckpoint(note, this.known)
    if (!opened.ok) return no('checkpoint_invalid', SIGNED, opened.why)
    const { checkpoint, by } = opened
    const { size } = checkpoint
    if (this.#onlyGiven && !keys.has(by.text) && !earlier.has(by.text)) {
      return no(endsAt === null ? 'checkpoint_invalid' : null, SIGNED, 'no key that is trusted has signed it')
    }
    const due = outOfForce(by.text, size, this.#changes)
    if (due !== null) return no('checkpoint_key_mismatch', `${by.text} signs ${due}`, `one of ${size} events`)
    const { trustedTo } = rangeOf(by.text, this.#changes)
    const doubt =
      trustedTo === null || size <= trustedTo
        ? null
        : `${by.text} signed it, which was known to somebody else, and counts up to ${trustedTo} events alone`
    return { ok: true, checkpoint, by, doubt, vouches: (!this.#onlyGiven || keys.has(by.text)) && doubt === null }
  }
}

export type Accepted = Judged & { readonly ok: true }

/** Null where no key that counts has signed it, which is reported unless that is said once for all. It may be in doubt. */
export function judgeSigned(subject: string, note: string, trusted: TrustedKeys, findings: Findings): Accepted | null {
  const judged = trusted.judge(note)
  if (judged.ok) return judged
  if (judged.code !== null) findings.about(subject, judged.code, judged.expected, judged.actual)
  return null
}

/** Null where it proves nothing; what is in the way is reported, unless it is said once for all. */
export function judgeNote(subject: string, note: string, trusted: TrustedKeys, findings: Findings): Accepted | null {
  const judged = judgeSigned(subject, note, trusted, findings)
  if (judged === null || judged.doubt === null) return judged
  findings.gap(`${subject} proves nothing: ${judged.doubt}`)
  return null
}

/** As `judgeNote`, of what an earlier call has left: signed by a key that counts no more, it says nothing against the log. */
export function judgeRemembered(
  subject: string,
  { note, key }: Signed,
  trusted: TrustedKeys,
  findings: Findings,
): Accepted | null {
  const judged = trusted.judge(note)
  const signer = readVerifierKey(key)
  const isStrange = !judged.ok && judged.code === 'checkpoint_invalid' && !trusted.trust.keys.has(key)
  if (!isStrange || signer === null || !openCheckpoint(note, [signer]).ok)
    return judgeNote(subject, note, trusted, findings)
  findings.gap(
    `${subject} is signed by ${key}, to which no key that was given leads: that was another ledger than this, or not the ledger's key; once you know which key is right, --no-remember leaves it out`,
  )
  return null
}

/** The newest checkpoint of a log that is watched: it has to be signed by a key that is trusted, not by one before it alone. */
export function judgeNewest(subject: string, note: string, trusted: TrustedKeys, findings: Findings): Accepted | null {
  const judged = judgeNote(subject, note, trusted, findings)
  const { endsAt } = trusted.trust
  if (endsAt !== null) findings.gap(brokenAt(endsAt), endsAt.number)
  else if (judged !== null && !judged.vouches) findings.gap(UNVOUCHED)
  return judged?.vouches ? judged : null
}

const SIGNED = 'a checkpoint signed by a key of this log'
export const UNVOUCHED =
  'no checkpoint is signed by a key that was given: nothing says that these are the events that were recorded'
