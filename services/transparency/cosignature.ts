// A witness's cosignature of a checkpoint (c2sp.org/tlog-cosignature, Ed25519): it states that the witness saw the log
// grow to it, and when.
import { hash, type KeyObject, verify } from 'node:crypto'
import { publicKeyOf, SIGNATURE, VERIFIER_KEY } from './signed-note.ts'

/** Somebody else's server that cosigns checkpoints, provided that the log only grows. */
export type Witness = {
  readonly name: string
  /** Where checkpoints are sent. */
  readonly address: string
  readonly verifierKey: string
  /** The first bytes of each of its signatures. */
  readonly id: Buffer
  readonly key: KeyObject
}

const COSIGNATURE = 4
const TIME_BYTES = 8

/**
 * Parses 'https://witness.example witness.example+0a1b2c3d+BA…', several separated by commas. Throws an error with a
 * one-line message.
 */
export function readWitnesses(text: string): Witness[] {
  const witnesses = text.split(',').map((one) => readWitness(one.trim()))
  const names = new Set(witnesses.map(({ name }) => name))
  if (names.size < witnesses.length) throw new Error('a witness is named twice')
  return witnesses
}

function readWitness(text: string): Witness {
  const [address = '', verifierKey = '', ...more] = text.split(/\s+/)
  const [, name, id, base64] = VERIFIER_KEY.exec(verifierKey) ?? []
  if (!URL.canParse(address) || !/^https?:/.test(address) || more.length > 0)
    throw new Error(`'${text}' is not the address of a witness and its key`)
  const typed = Buffer.from(base64 ?? '', 'base64')
  const expected = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'hex').slice(0, 8)
  if (name === undefined || typed[0] !== COSIGNATURE || id !== expected)
    throw new Error(`'${verifierKey}' is not the key of a witness: it cosigns by Ed25519 (type 4)`)
  const key = publicKeyOf(typed)
  return { name, address: address.replace(/\/+$/, ''), verifierKey, id: Buffer.from(id, 'hex'), key }
}

/** Those of these lines that are the witness's signatures of a checkpoint with this text; each with its line feed. */
export function cosignaturesBy({ name, id, key }: Witness, text: string, lines: string): string[] {
  return lines.split('\n').flatMap((line) => {
    const [, signer, base64] = SIGNATURE.exec(line) ?? []
    const bytes = Buffer.from(base64 ?? '', 'base64')
    if (signer !== name || !bytes.subarray(0, 4).equals(id) || bytes.toString('base64') !== base64) return []
    const time = bytes.subarray(4, 4 + TIME_BYTES)
    if (time.length < TIME_BYTES || time.readBigUInt64BE() === 0n) return []
    const said = Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`)
    return verify(null, said, key, bytes.subarray(4 + TIME_BYTES)) ? [`${line}\n`] : []
  })
}
