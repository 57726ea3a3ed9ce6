// What an email address looks like, for the screens and the server alike. Nobody checks that it is reachable: the
// product sends no mail, the address is for admins to read.

/** RFC 5321 (4.5.3.1): at most 254 characters in all (a path of 256 octets without its brackets), 64 before the @. */
const MAX_EMAIL = 254
const MAX_LOCAL = 64

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** The canonical form of an address: NFKC, trimmed, domain in lower case. Null if it is not an address. */
export function canonicalEmail(typed: string): string | null {
  if (typed.length > 2 * MAX_EMAIL) return null
  const text = typed.normalize('NFKC').trim()
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1).toLowerCase()]
  if (text.length > MAX_EMAIL || local.length > MAX_LOCAL || !LOCAL.test(local) || !DOMAIN.test(domain)) return null
  return `${local}@${domain}`
}
