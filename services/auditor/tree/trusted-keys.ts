// The keys by which checkpoints are judged: those that somebody trusts, and those of which the log itself says when
// they were in force.
import type { Findings } from '../findings/findings.ts'
import { brokenAt, type KeyChange, outOfForce, rangeOf, type Trust, trustOf } from './log-keys.ts'
import { type Restore, restoreBefore } from './restores.ts'
import { openCheckpoint, readVerifierKey, type Signed, type SignedCheckpoint, type VerifierKey } from './signed-note.ts'

export type Judged =
  | {
      readonly ok: true
      readonly checkpoint: SignedCheckpoint
      readonly by: VerifierKey
      /**
       * Why it proves nothing although it is signed, in words: somebody else may have signed it. Null if it does prove
       * something.
       */
      readonly doubt: string | null
      /** Whether a trusted key signed it beyond doubt, and not merely one that a trusted key replaced. */
      readonly vouches: boolean
    }
  | {
      readonly ok: false
      /** Null if no endorsement leads to the key that signed it, which is reported once for all of them. */
      readonly code: 'checkpoint_invalid' | 'checkpoint_key_mismatch' | null
      readonly expected: string
      readonly actual: string
    }

export class TrustedKeys {
  readonly trust: Trust
  /** All keys that are known, trusted or not. */
  readonly known: readonly VerifierKey[]
  readonly #changes: readonly KeyChange[]
  readonly #onlyGiven: boolean
  readonly #restores: readonly Restore[]

  /**
   * `believed`: further keys, which the ledger names; null if only `given` and what they endorse is believed.
   * `restores`: what a refused checkpoint may come from.
   */
  constructor(
    given: readonly VerifierKey[],
    believed: readonly VerifierKey[] | null,
    changes: readonly KeyChange[],
    restores: readonly Restore[] = [],
  ) {
    const ofTheLog = changes.flatMap(({ replaces, key }) => [readVerifierKey(replaces), readVerifierKey(key)])
    this.trust = trustOf(
      given.map(({ text }) => text),
      changes,
    )
    this.#changes = changes
    this.#restores = restores
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
    const one = `one of ${size} events${restoreBefore(this.#restores, size)}`
    if (due !== null) return no('checkpoint_key_mismatch', `${by.text} signs ${due}`, one)
    const { trustedTo } = rangeOf(by.text, this.#changes)
    const doubt =
      trustedTo === null || size <= trustedTo
        ? null
        : `${by.text} signed it, which was known to somebody else, and counts up to ${trustedTo} events alone`
    return { ok: true, checkpoint, by, doubt, vouches: (!this.#onlyGiven || keys.has(by.text)) && doubt === null }
  }
}

export type Accepted = Judged & { readonly ok: true }

/**
 * Null if no key that counts has signed it, which is reported unless it is reported once for all. The result may be in
 * doubt.
 */
export function judgeSigned(subject: string, note: string, trusted: TrustedKeys, findings: Findings): Accepted | null {
  const judged = trusted.judge(note)
  if (judged.ok) return judged
  if (judged.code !== null) findings.about(subject, judged.code, judged.expected, judged.actual)
  return null
}

/** Null if it proves nothing. The reason is reported, unless it is reported once for all. */
export function judgeNote(subject: string, note: string, trusted: TrustedKeys, findings: Findings): Accepted | null {
  const judged = judgeSigned(subject, note, trusted, findings)
  if (judged === null || judged.doubt === null) return judged
  findings.gap(`${subject} proves nothing: ${judged.doubt}`)
  return null
}

/**
 * Like `judgeNote`, for a remembered checkpoint: if its key does not count any more, that is a gap and not a finding
 * against the log.
 */
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

/**
 * Judges the newest checkpoint of a watched log. A trusted key has to have signed it; one that a trusted key replaced
 * is not enough.
 */
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
