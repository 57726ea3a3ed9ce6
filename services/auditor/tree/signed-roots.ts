// The checkpoints that the log is held against: those stored with it, and what an auditor has kept. Which keys may have signed
// them is in the log itself, so that they are judged once all of it was read.
import type { Findings } from '../findings/findings.ts'
import { lacksWitnesses, type WitnessPolicy } from './cosignatures.ts'
import { checkKeyRows } from './key-rows.ts'
import { brokenAt, type KeyChange } from './log-keys.ts'
import { checkLost, type Restore, restoreBefore } from './restores.ts'
import { readVerifierKey, rootIn, type Signed, type SignedCheckpoint, type VerifierKey } from './signed-note.ts'
import type { KeyRow, SignedRows } from './tree-rows.ts'
import { type Accepted, judgeNote, judgeRemembered, judgeSigned, TrustedKeys, UNVOUCHED } from './trusted-keys.ts'

/** A log that was found clean, and of how many events it was signed then. */
export type Former = { readonly logId: string; readonly size: number }

/** What an auditor has kept: checkpoints, each with where it is from, and verifier keys. */
export type Kept = {
  readonly checkpoints?: readonly { readonly name: string; readonly note: string }[]
  readonly keys?: readonly string[]
  /** Whether `keys`, and those that they endorse, are all that is believed: else those of the database are, too. */
  readonly onlyKeys?: boolean
  /** What earlier calls have left, each with the key that had signed it then: somebody who gives keys did not give that one. */
  readonly remembered?: readonly (Signed & { readonly name: string })[]
  /** The log that stood in this database, and behind this address, when it was verified last; by another id it was exchanged. */
  readonly formerly?: { readonly database: Former | null; readonly address: Former | null }
  /** Null: nobody has to have cosigned. */
  readonly witnessed?: WitnessPolicy | null
}

/** What the log was held against that is not its own: checkpoints by where they are from and their number of events, and keys. */
export type Held = {
  readonly checkpoints: readonly { readonly name: string; readonly size: number }[]
  /** Those that were given. */
  readonly keys: readonly string[]
  /** Beside them those of the checkpoints that were remembered. */
  readonly remembered: readonly string[]
  /** To which keys endorsements of those led, and by which event. */
  readonly followed: readonly { readonly from: string; readonly to: string; readonly number: number | null }[]
  /** Another log that was verified behind the same address, in another database; null where there was none. */
  readonly another: Former | null
}

type Note = {
  readonly subject: string
  readonly note: string
  /** What its row says; null of one that somebody kept. */
  readonly row: number | null
  /** The key that had signed it when it was remembered; null where it was not. */
  readonly rememberedKey: string | null
  /** What it says itself, whoever signed that; null where it is no checkpoint. */
  readonly said: { readonly size: number; readonly root: string } | null
  /** The root of so many events, once there are as many. */
  actual: string | null
}

/** What the events say of the log itself: who signs it, and that a backup took its place. */
export type SaidOfHistory = {
  readonly keyChanges: readonly KeyChange[]
  readonly restores: readonly Restore[]
}

export class SignedRoots {
  readonly #stored: SignedRows | null
  /** Null where keys are not stored with the checkpoints, as they are in a database. */
  readonly #keyRows: readonly KeyRow[] | null
  readonly #kept: Kept
  readonly #notes: readonly Note[]
  readonly #bySize: ReadonlyMap<number, readonly Note[]>
  /** Of the newest stored checkpoint, who signed it. */
  newestBy: string | null = null

  constructor(stored: SignedRows | null, keyRows: readonly KeyRow[] | null, kept: Kept) {
    this.#stored = stored
    this.#keyRows = keyRows
    this.#kept = kept
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

  /** With each event. `root`: of so many. */
  reached(size: number, root: () => string): void {
    for (const note of this.#bySize.get(size) ?? []) note.actual = root()
  }

  /** After the last event, of `size`. */
  judge(size: number, { keyChanges: changes, restores }: SaidOfHistory, findings: Findings): Omit<Held, 'another'> {
    const { keys: given = [], onlyKeys = false, witnessed = null } = this.#kept
    const trusted = this.#trusted(changes, findings)
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
    checkWitnessed(this.#stored, witnessed, findings)
    const followed = trust.followed.map(({ replaces, key, number }) => ({ from: replaces, to: key, number }))
    return { checkpoints: held, keys: [...new Set(given)], remembered: [...remembered], followed }
  }

  /** Whoever gives keys trusts these and no other: one that an earlier call believed may be anybody's. */
  #trusted(changes: readonly KeyChange[], findings: Findings): TrustedKeys {
    const { keys: given = [], onlyKeys = false, remembered = [] } = this.#kept
    if (onlyKeys) return new TrustedKeys(readKeys(given, findings), null, changes)
    const mine = new Set([...given, ...remembered.map(({ key }) => key)])
    const believed = (this.#stored?.keys ?? []).map(({ verifierKey }) => verifierKey)
    const keys = readKeys([...mine, ...believed], findings)
    const [own, others] = [keys.filter(({ text }) => mine.has(text)), keys.filter(({ text }) => !mine.has(text))]
    return new TrustedKeys(own, others, changes)
  }

  /** Null where it says nothing that counts, which is reported unless that is said once for all of them. */
  #judge({ subject, note, row, rememberedKey }: Note, trusted: TrustedKeys, findings: Findings): Accepted | null {
    if (rememberedKey !== null) return judgeRemembered(subject, { note, key: rememberedKey }, trusted, findings)
    if (row === null) return judgeNote(subject, note, trusted, findings)
    // the log's own are held against it whoever has signed them
    const judged = judgeSigned(subject, note, trusted, findings)
    const size = judged?.checkpoint.size ?? row
    if (size !== row) findings.about(subject, 'checkpoint_invalid', `size = ${size}`, row)
    return judged
  }
}

/** `told`: of a restore that it may come of. */
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

/** One of the stored checkpoints at least is cosigned as was asked for. */
function checkWitnessed(stored: SignedRows | null, policy: WitnessPolicy | null, findings: Findings): void {
  if (policy === null) return
  const lacks = (stored?.checkpoints ?? []).map(({ note }) => lacksWitnesses(note, policy))
  if (lacks.includes(null)) return
  const expected = `cosigned by ${policy.least} of ${policy.witnesses.length} witnesses`
  findings.about('log_checkpoint', 'checkpoint_unwitnessed', expected, lacks.at(-1) ?? 'no checkpoint')
}
