// The checkpoints that the log is checked against: those stored with it, and those that an auditor has kept. Which keys
// may have signed them is in the log itself, so they are judged only after all of it was read.
import type { Findings } from '../findings/findings.ts'
import { Cosigned, type WitnessPolicy } from './cosignatures.ts'
import { checkKeyRows } from './key-rows.ts'
import { brokenAt, type KeyChange } from './log-keys.ts'
import { checkLost, type Restore, restoreBefore } from './restores.ts'
import { readVerifierKey, rootIn, type Signed, type SignedCheckpoint, type VerifierKey } from './signed-note.ts'
import type { KeyRow, SignedRows } from './tree-rows.ts'
import { type Accepted, judgeNote, judgeRemembered, judgeSigned, TrustedKeys, UNVOUCHED } from './trusted-keys.ts'

/** A log that was found clean earlier. `size`: how many of its events were signed then. */
export type Former = { readonly logId: string; readonly size: number }

/** What an auditor has kept. `checkpoints`: each with the name of where it is from. `keys`: verifier keys. */
export type Kept = {
  readonly checkpoints?: readonly { readonly name: string; readonly note: string }[]
  readonly keys?: readonly string[]
  /**
   * Whether only `keys` and the keys that they endorse are believed; otherwise those stored in the database are
   * believed as well.
   */
  readonly onlyKeys?: boolean
  /**
   * Checkpoints that earlier calls remembered, each with the key that had signed it then, which does not count as
   * given.
   */
  readonly remembered?: readonly (Signed & { readonly name: string })[]
  /**
   * The log that was in this database, and the one behind this address, when it was last verified. Another id means
   * that it was exchanged.
   */
  readonly formerly?: { readonly database: Former | null; readonly address: Former | null }
  /** Null if no cosignature is required. */
  readonly witnessed?: WitnessPolicy | null
}

/** What the log was checked against that is not its own. `size`: in events. */
export type Held = {
  readonly checkpoints: readonly { readonly name: string; readonly size: number }[]
  /** The given keys. */
  readonly keys: readonly string[]
  /** Other keys, of remembered checkpoints. */
  readonly remembered: readonly string[]
  /** The endorsements that were followed from those keys. `number`: of the event. */
  readonly followed: readonly { readonly from: string; readonly to: string; readonly number: number | null }[]
  /** Another log, in another database, that was verified behind the same address earlier; null if there was none. */
  readonly another: Former | null
}

/**
 * The tree of the log. `root`: base64. `signed`: size of the newest stored checkpoint; null if there is none. `cosigned`:
 * of the newest that the witnesses who were asked for have cosigned; null if none were, or there is none.
 */
export type TreeReport = {
  readonly size: number
  readonly root: string
  readonly signed: number | null
  readonly cosigned: number | null
  readonly heldAgainst: Held
}

type Note = {
  readonly subject: string
  readonly note: string
  /** The size that its row states; null if it is not stored but kept by the auditor. */
  readonly row: number | null
  /** The key that had signed it when it was remembered; null if it was not remembered. */
  readonly rememberedKey: string | null
  /** What the note states, whoever signed it; null if it is not a checkpoint. */
  readonly said: { readonly size: number; readonly root: string } | null
  /** The root of the log at that size; null until the log has come to it. */
  actual: string | null
}

/** What the events say about the log itself: changes of its key, restores, and when the last one was recorded. */
export type SaidOfHistory = {
  readonly keyChanges: readonly KeyChange[]
  readonly restores: readonly Restore[]
  readonly head: { readonly recordedAt: string }
}

export class SignedRoots {
  readonly #stored: SignedRows | null
  /** The stored keys of a database; null for an export, which has no such rows. */
  readonly #keyRows: readonly KeyRow[] | null
  readonly #kept: Kept
  readonly #notes: readonly Note[]
  readonly #bySize: ReadonlyMap<number, readonly Note[]>
  readonly cosigned: Cosigned
  /** The key that signed the newest stored checkpoint; null until `judge`, or if it does not count. */
  newestBy: string | null = null

  constructor(stored: SignedRows | null, keyRows: readonly KeyRow[] | null, kept: Kept) {
    this.#stored = stored
    this.#keyRows = keyRows
    this.#kept = kept
    this.cosigned = new Cosigned(stored, kept.witnessed ?? null)
    const noteOf = (subject: string, note: string, row: number | null, rememberedKey: string | null = null): Note => ({
      ...{ subject, note, row, rememberedKey, said: rootIn(note), actual: null },
    })
    this.#notes = [
      ...(stored?.checkpoints ?? []).map(({ size, note }) => noteOf(`log_checkpoint ${size}`, note, size)),
      ...(kept.checkpoints ?? []).map(({ name, note }) => noteOf(name, note, null)),
      ...(kept.remembered ?? []).map(({ name, note, key }) => noteOf(name, note, null, key)),
    ]
    this.#bySize = Map.groupBy(this.#notes, ({ said }) => said?.size ?? -1)
  }

  /** Whether a checkpoint is of more events than `from`, and fewer than `to`. */
  hasBetween(from: number, to: number): boolean {
    return this.#bySize.keys().some((size) => size > from && size < to)
  }

  /** To be called after each event. `root`: computes the root at this size, which is rarely needed. */
  reached(size: number, root: () => string): void {
    for (const note of this.#bySize.get(size) ?? []) note.actual = root()
  }

  /** To be called after the last event. `size`: of the log. */
  judge(
    size: number,
    { keyChanges: changes, restores, head }: SaidOfHistory,
    findings: Findings,
  ): Omit<Held, 'another'> {
    const { keys: given = [], onlyKeys = false } = this.#kept
    const trusted = this.#trusted(changes, restores, findings)
    const { trust } = trusted
    const held: { name: string; size: number }[] = []
    const remembered = new Set<string>()
    const newest = this.#notes[(this.#stored?.checkpoints.length ?? 0) - 1]
    let isVouched = false
    const signers = new Set<string>()
    for (const note of this.#notes) {
      const judged = this.#judge(note, trusted, findings)
      if (judged === null) continue
      const { checkpoint, by, vouches } = judged
      if (note.row === null) held.push({ name: note.subject, size: checkpoint.size })
      else signers.add(by.text)
      if (note.rememberedKey !== null && !given.includes(by.text)) remembered.add(by.text)
      if (note === newest) this.newestBy = by.text
      isVouched ||= vouches
      compare(note, checkpoint, size, restoreBefore(restores, checkpoint.size), findings)
    }
    for (const restore of restores) checkLost(restore, trusted.known, findings)
    if (trust.endsAt !== null) findings.gap(brokenAt(trust.endsAt), trust.endsAt.number)
    else if (onlyKeys && !isVouched) findings.gap(UNVOUCHED)
    if (this.#keyRows !== null) {
      const newestSize = this.#stored?.checkpoints.at(-1)?.size ?? 0
      checkKeyRows(this.#keyRows, changes, { newest: newestSize, signers }, findings)
    }
    this.cosigned.check(size, head.recordedAt, findings)
    const followed = trust.followed.map(({ replaces, key, number }) => ({ from: replaces, to: key, number }))
    return { checkpoints: held, keys: [...new Set(given)], remembered: [...remembered], followed }
  }

  /** With `onlyKeys`, remembered keys do not count either: an earlier call may have believed anybody's. */
  #trusted(changes: readonly KeyChange[], restores: readonly Restore[], findings: Findings): TrustedKeys {
    const { keys: given = [], onlyKeys = false, remembered = [] } = this.#kept
    if (onlyKeys) return new TrustedKeys(readKeys(given, findings), null, changes, restores)
    const mine = new Set([...given, ...remembered.map(({ key }) => key)])
    const believed = (this.#stored?.keys ?? []).map(({ verifierKey }) => verifierKey)
    const keys = readKeys([...mine, ...believed], findings)
    const [own, others] = [keys.filter(({ text }) => mine.has(text)), keys.filter(({ text }) => !mine.has(text))]
    return new TrustedKeys(own, others, changes, restores)
  }

  /** Null if the note proves nothing, which is reported unless it is reported once for all notes. */
  #judge({ subject, note, row, rememberedKey }: Note, trusted: TrustedKeys, findings: Findings): Accepted | null {
    if (rememberedKey !== null) return judgeRemembered(subject, { note, key: rememberedKey }, trusted, findings)
    if (row === null) return judgeNote(subject, note, trusted, findings)
    // the log is checked against its own checkpoints even if their key is in doubt
    const judged = judgeSigned(subject, note, trusted, findings)
    const size = judged?.checkpoint.size ?? row
    if (size !== row) findings.about(subject, 'checkpoint_invalid', `size = ${size}`, row)
    return judged
  }
}

/** `told`: what to say about a restore that may explain it, or ''. */
function compare(
  { subject, actual }: Note,
  checkpoint: SignedCheckpoint,
  events: number,
  told: string,
  findings: Findings,
): void {
  const { size, root } = checkpoint
  if (size > events) findings.about(subject, 'log_cut', `${size} events at least`, `${events} events${told}`)
  else if (actual !== null && actual !== root) {
    findings.about(subject, 'signed_root_mismatch', root, `${actual}${told}`)
  }
}

function readKeys(texts: readonly string[], findings: Findings): VerifierKey[] {
  return [...new Set(texts)].flatMap((text) => {
    const key = readVerifierKey(text)
    if (key === null) findings.about('log_key', 'log_key_invalid', 'a verifier key for Ed25519', text)
    return key ?? []
  })
}
