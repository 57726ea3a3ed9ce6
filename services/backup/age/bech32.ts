// Bech32 (BIP 173) without its length limit: the encoding of age's recipients and identities.

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CHECKSUM_LENGTH = 6
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function polymod(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of GENERATOR.entries()) if ((top >>> bit) & 1) sum ^= generator
  }
  return sum
}

const expanded = (prefix: string): number[] => {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0))
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)]
}

/** Regroups values of `from` bits into values of `to` bits; null if what is left over is not valid padding. */
function regroup(values: Iterable<number>, from: number, to: number, pads: boolean): number[] | null {
  const groups: number[] = []
  let bits = 0
  let held = 0
  for (const value of values) {
    held = (held << from) | value
    bits += from
    while (bits >= to) {
      bits -= to
      groups.push((held >>> bits) & ((1 << to) - 1))
    }
    held &= (1 << bits) - 1
  }
  if (pads) return bits === 0 ? groups : [...groups, (held << (to - bits)) & ((1 << to) - 1)]
  return bits < from && held === 0 ? groups : null
}

/** `prefix`: lower case, as is the result. */
export function toBech32(prefix: string, bytes: Uint8Array): string {
  const values = regroup(bytes, 8, 5, true)!
  const sum = polymod([...expanded(prefix), ...values, ...Array(CHECKSUM_LENGTH).fill(0)]) ^ 1
  const check = Array.from({ length: CHECKSUM_LENGTH }, (_, at) => (sum >>> (5 * (CHECKSUM_LENGTH - 1 - at))) & 31)
  return `${prefix}1${[...values, ...check].map((value) => ALPHABET[value]).join('')}`
}

/** The bytes of a text in lower or upper case; null if it has another prefix, or was mistyped. */
export function fromBech32(prefix: string, text: string): Buffer | null {
  const lower = text.toLowerCase()
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return null
  const values = Array.from(lower.slice(prefix.length + 1), (character) => ALPHABET.indexOf(character))
  if (values.includes(-1) || polymod([...expanded(prefix), ...values]) !== 1) return null
  const bytes = regroup(values.slice(0, -CHECKSUM_LENGTH), 5, 8, false)
  return bytes && Buffer.from(bytes)
}
