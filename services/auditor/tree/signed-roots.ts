// The checkpoints that the log is held against: those stored with it, and what an auditor has kept.
import type { Findings } from '../findings/findings.ts'
import { lacksWitnesses, type WitnessPolicy } from './cosignatures.ts'
import { openCheckpoint, readVerifierKey, type VerifierKey } from './signed-note.ts'
import type { SignedRows } from './tree-rows.ts'

/** A log that was found clean, and of how many events it was signed then. */
export type Former = { readonly logId: string; readonly size: number }

/** What an auditor has kept: checkpoints, each with where it is from, and verifier keys. */
export type Kept = {
  readonly checkpoints?: readonly { readonly name: string; readonly note: string }[]
  readonly keys?: readonly string[]
  /** Whether `keys` are all that is believed: else those of the database are, too. */
  readonly onlyKeys?: boolean
  /** The log that stood in this database, and behind this address, when it was verified last; by another id it was exchanged. */
  readonly formerly?: { readonly database: Former | null; readonly address: Former | null }
  /** Null: nobody has to have cosigned. */
  readonly witnessed?: WitnessPolicy | null
}

/** What the log was held against that is not its own: checkpoints by where they are from and their number of events, and keys. */
export type Held = {
  readonly checkpoints: readonly { readonly name: string; readonly size: number }[]
  readonly keys: readonly string[]
  /** Another log that was verified behind the same address, in another database; null where there was none. */
  readonly another: Former | null
}

/** Roots that were signed, by size. */
export type SignedRoots = ReadonlyMap<number, readonly { readonly subject: string; readonly root: string }[]>

const UNVOUCHED =
  'no checkpoint is signed by a key that was given: nothing says that these are the events that were recorded'

/** `hasKeys`: whether the keys are stored with the checkpoints, as in a database. */
export function openCheckpoints(
  stored: SignedRows | null,
  hasKeys: boolean,
  kept: Kept,
  findings: Findings,
): { readonly roots: SignedRoots; readonly held: Held } {
  const storedKeys = (stored?.keys ?? []).map(({ verifierKey }) => verifierKey)
  const keys = readKeys([...(kept.keys ?? []), ...(kept.onlyKeys ? [] : storedKeys)], findings)
  const roots = new Map<number, { subject: string; root: string }[]>()
  const open = (subject: string, note: string): { readonly size: number; readonly key: string } | null => {
    const opened = openCheckpoint(note, keys)
    if (!opened.ok) {
      findings.about(subject, 'checkpoint_invalid', 'a checkpoint signed by a key of this log', opened.why)
      return null
    }
    const { size, root } = opened.checkpoint
    roots.set(size, [...(roots.get(size) ?? []), { subject, root }])
    return { size, key: opened.by.text }
  }
  const gone = new Set<string>()
  for (const { size, note } of stored?.checkpoints ?? []) {
    const subject = `log_checkpoint ${size}`
    const said = open(subject, note)
    if (said === null) continue
    if (said.size !== size) findings.about(subject, 'checkpoint_invalid', `size = ${said.size}`, size)
    if (hasKeys && !storedKeys.includes(said.key)) gone.add(said.key)
  }
  for (const key of gone) findings.about('log_key', 'log_key_invalid', key, 'no row')
  const held: { name: string; size: number }[] = []
  for (const { name, note } of kept.checkpoints ?? []) {
    const said = open(name, note)
    if (said !== null) held.push({ name, size: said.size })
  }
  if (kept.onlyKeys && roots.size === 0) findings.gap(UNVOUCHED)
  checkWitnessed(stored, kept.witnessed ?? null, findings)
  return { roots, held: { checkpoints: held, keys: kept.keys ?? [], another: null } }
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
