// Cosignatures of witnesses on a checkpoint (c2sp.org/tlog-cosignature, Ed25519), and how many of them an auditor
// requires.
import { hash as digest, type KeyObject, verify } from 'node:crypto'
import { bytesOf, ed25519KeyOf, KEY, linesOf, SIGNATURE, textOfNote } from './signed-note.ts'

export type WitnessKey = { readonly text: string; readonly name: string; readonly id: string; readonly key: KeyObject }

/** Which witnesses are trusted, and how many of them (`least`) must have cosigned a checkpoint. */
export type WitnessPolicy = { readonly witnesses: readonly WitnessKey[]; readonly least: number }

const COSIGNATURE = 4
const ID_BYTES = 4
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64

/** Null if the text is not a key for Ed25519 cosignatures, or its id is not derived from the key. */
export function readWitnessKey(text: string): WitnessKey | null {
  const [, name, id, base64] = KEY.exec(text) ?? []
  if (name === undefined || id === undefined || base64 === undefined) return null
  const typed = Buffer.from(base64, 'base64')
  const expected = digest('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'hex').slice(0, 8)
  const key = typed[0] === COSIGNATURE && id === expected ? ed25519KeyOf(typed.subarray(1)) : null
  return key === null ? null : { text, name, id, key }
}

/**
 * Why a checkpoint does not meet the policy, in words; null if it does. A wrong cosignature by a trusted witness spoils
 * the checkpoint.
 */
export function lacksWitnesses(note: string, { witnesses, least }: WitnessPolicy): string | null {
  const signers = new Set<string>()
  for (const line of linesOf(note)) {
    const [, name, base64] = SIGNATURE.exec(line) ?? []
    const bytes = bytesOf(base64 ?? '')
    const id = bytes?.subarray(0, ID_BYTES).toString('hex')
    const witness = witnesses.find((one) => one.name === name && one.id === id)
    if (witness === undefined) continue
    if (!isCosigned(textOfNote(note), bytes!.subarray(ID_BYTES), witness.key)) {
      return `the cosignature of ${witness.name}+${witness.id} is wrong`
    }
    signers.add(witness.text)
  }
  return signers.size >= least ? null : `${signers.size} of ${witnesses.length} witnesses have cosigned it`
}

function isCosigned(text: string, bytes: Buffer, key: KeyObject): boolean {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return false
  const time = bytes.readBigUInt64BE()
  const said = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
  return time > 0n && verify(null, said, key, bytes.subarray(TIME_BYTES))
}
