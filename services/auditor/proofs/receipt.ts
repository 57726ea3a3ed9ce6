// Reads and checks a receipt (c2sp.org/tlog-proof) without any connection.
import { rootOfPath } from '../seals/merkle-path.ts'
import { lacksWitnesses, type WitnessPolicy } from '../tree/cosignatures.ts'
import { bytesOf, openCheckpoint, type SignedCheckpoint, type VerifierKey } from '../tree/signed-note.ts'

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
const EXTRA = /^extra ([A-Za-z0-9+/]+={0,2})$/
const INDEX = /^index (0|[1-9]\d{0,14})$/
const HASH = /^[A-Za-z0-9+/]{43}=$/

export type Receipt =
  | { readonly ok: true; readonly index: number; readonly entry: string; readonly checkpoint: SignedCheckpoint }
  /** `why`: in words, why it proves nothing. */
  | { readonly ok: false; readonly why: string }

/**
 * What the receipt proves to somebody who trusts these keys and asks for these witnesses. `policy`: null if none are
 * asked for.
 */
export function openReceipt(text: string, keys: readonly VerifierKey[], policy: WitnessPolicy | null = null): Receipt {
  const no = (why: string): Receipt => ({ ok: false, why })
  const end = text.indexOf('\n\n')
  const [first, extra, place, ...beside] = text.slice(0, Math.max(0, end)).split('\n')
  if (first !== FIRST_LINE) return no(`it is no receipt: the first line is not '${FIRST_LINE}'`)
  const [, base64] = EXTRA.exec(extra ?? '') ?? []
  if (base64 === undefined) return no('it does not carry the event that it is about')
  const [, index] = INDEX.exec(place ?? '') ?? []
  if (index === undefined) return no('it does not say where in the log the event stands')
  const hashes = beside.flatMap((line) => (HASH.test(line) ? (bytesOf(line) ?? []) : []))
  if (hashes.length < beside.length) return no('a line of the proof is not a hash')
  const entry = Buffer.from(base64, 'base64').toString('utf8')
  if (Buffer.from(entry).toString('base64') !== base64) return no('the event that it carries is not text')
  const opened = openCheckpoint(text.slice(end + 2), keys)
  if (!opened.ok) return no(`its checkpoint proves nothing: ${opened.why}`)
  const lack = policy === null ? null : lacksWitnesses(text.slice(end + 2), policy)
  if (lack !== null) return no(`its checkpoint is not witnessed as you ask: ${lack}`)
  const { checkpoint } = opened
  const path = Buffer.concat(hashes).toString('base64url')
  const root = rootOfPath(entry, Number(index), checkpoint.size, path)
  if (root === null)
    return no(`no proof of this length leads from ledger number ${index} to a log of ${checkpoint.size} events`)
  if (Buffer.from(root, 'hex').toString('base64') !== checkpoint.root) {
    return no('the event that it carries, at that place, is not in the log that was signed')
  }
  return { ok: true, index: Number(index), entry, checkpoint }
}
