// Checks a receipt in the browser: the proof that the event is in the log (RFC 6962), and the signature of the log's
// root. Formats: c2sp.org/tlog-proof, tlog-checkpoint and signed-note.

export type ProvedEvent = {
  readonly index: number
  /** The log's name, and the number of its events when it was signed. */
  readonly origin: string
  readonly size: number
  /** The event as recorded. */
  readonly entry: string
}

/** Its message says why the receipt proves nothing. */
export class NoProof extends Error {}

const KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/
const CHECKPOINT = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/
const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/
const HASH = /^[A-Za-z0-9+/]{43}=$/
const ED25519 = 1

const DAMAGED = 'The receipt is damaged.'
const TOO_OLD = 'This browser cannot check signatures of this kind. Please use a newer one, or `ledger verify-receipt`.'

type Bytes = Uint8Array<ArrayBuffer>
const utf8 = new TextEncoder()
const textOf = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes))

/** Throws NoProof for anything but canonical base64. */
function bytesOf(base64: string): Bytes {
  try {
    const binary = atob(base64)
    if (btoa(binary) === base64) return Uint8Array.from(binary, (char) => char.charCodeAt(0))
  } catch {
    // Not base64, or cut off.
  }
  throw new NoProof(DAMAGED)
}

/** Throws NoProof if they are not UTF-8. */
function decoded(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NoProof(DAMAGED)
  }
}

async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

/** `key`: the log's verifier key, from a trusted source. Throws NoProof. */
export async function verifyReceipt(receipt: string, key: string): Promise<ProvedEvent> {
  // Browsers have no `crypto.subtle` on pages that were not loaded over https.
  if (crypto.subtle === undefined) throw new NoProof(TOO_OLD)
  const text = receipt.replace(/\r\n/g, '\n')
  const end = text.indexOf('\n\n')
  const [first, extra = '', place = '', ...siblings] = text.slice(0, Math.max(0, end)).split('\n')
  if (first !== 'c2sp.org/tlog-proof@v1') throw new NoProof('This is not a receipt.')
  const [, base64] = /^extra ([A-Za-z0-9+/]+={0,2})$/.exec(extra) ?? []
  const [, index] = /^index (0|[1-9]\d{0,14})$/.exec(place) ?? []
  if (base64 === undefined || index === undefined || !siblings.every((line) => HASH.test(line))) {
    throw new NoProof(DAMAGED)
  }
  const { origin, size, root } = await openCheckpoint(text.slice(end + 2), key)
  const entry = bytesOf(base64)
  const leaf = await sha256(Uint8Array.of(0), entry)
  const reached = await rootFrom(Number(index), size, leaf, siblings.map(bytesOf))
  if (reached === null || textOf(reached) !== root) {
    throw new NoProof('What the receipt says is not in the log that was signed.')
  }
  return { index: Number(index), origin, size, entry: decoded(entry) }
}

/**
 * The names and ids of those who signed the checkpoint, 'name+0a1b2c3d', whether or not the signatures are right.
 * Throws NoProof.
 */
export function signersOf(receipt: string): string[] {
  const text = receipt.replace(/\r\n/g, '\n')
  const lines = text.slice(text.lastIndexOf('\n\n') + 2).split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { name, id } = signatureOf(line)
      return `${name}+${id}`
    })
}

/** A wrong signature by the key spoils the whole note, whatever other signatures it has. */
async function openCheckpoint(note: string, verifierKey: string) {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [, origin, size, root] = CHECKPOINT.exec(text) ?? []
  const lines = note.slice(end + 2).split('\n')
  if (origin === undefined || size === undefined || root === undefined || lines.pop() !== '') throw new NoProof(DAMAGED)
  const { name, id, key } = await readKey(verifierKey)
  if (name !== origin) throw new NoProof(`The receipt is of ${origin}, the key of ${name}.`)
  const signatures = lines.map(signatureOf).filter((one) => one.name === name && one.id === id)
  if (signatures.length === 0) throw new NoProof('The receipt was signed by another key.')
  for (const { signature } of signatures) {
    if (await crypto.subtle.verify('Ed25519', key, signature, utf8.encode(text))) continue
    throw new NoProof('The signature is wrong: the receipt was changed.')
  }
  return { origin, size: Number(size), root }
}

function signatureOf(line: string) {
  const [, name, base64] = SIGNATURE.exec(line) ?? []
  if (base64 === undefined) throw new NoProof(DAMAGED)
  const bytes = bytesOf(base64)
  return { name, id: hexOf(bytes.subarray(0, 4)), signature: bytes.subarray(4) }
}

const hexOf = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

async function readKey(text: string) {
  const [, name, id, base64] = KEY.exec(text.trim()) ?? []
  if (name === undefined || id === undefined || base64 === undefined) throw new NoProof('This is not a key of a log.')
  const typed = bytesOf(base64)
  const made = hexOf((await sha256(utf8.encode(`${name}\n`), typed)).subarray(0, 4))
  if (typed[0] !== ED25519 || made !== id) throw new NoProof('This is not a key of a log.')
  const key = await crypto.subtle.importKey('raw', typed.subarray(1), 'Ed25519', false, ['verify']).catch(() => {
    throw new NoProof(TOO_OLD)
  })
  return { name, id, key }
}

/** RFC 9162, section 2.1.3.2; null if no proof of this length leads to such a tree. */
async function rootFrom(index: number, size: number, leaf: Bytes, siblings: readonly Bytes[]): Promise<Bytes | null> {
  if (index >= size) return null
  let at = index
  let last = size - 1
  let hash = leaf
  for (const one of siblings) {
    if (last === 0) return null
    const isRight = at % 2 === 1 || at === last
    hash = await sha256(Uint8Array.of(1), isRight ? one : hash, isRight ? hash : one)
    // A last node without a sibling went up unchanged.
    while (isRight && at % 2 === 0 && at !== 0) {
      at /= 2
      last = Math.floor(last / 2)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}
