// What an email address looks like, for the screens and the server alike. Whether it reaches anybody is not asked: no mail is
// sent, and people read it.

/** RFC 5321's limits: of the whole, and of the part before the @. */
const MAX_EMAIL = 254
const MAX_LOCAL = 64

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** The one way of writing it, without blanks around it and with its domain in small letters; null if it is none. */
export function canonicalEmail(typed: string): string | null {
  if (typed.length > 2 * MAX_EMAIL) return null
  const text = typed.normalize('NFKC').trim()
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1).toLowerCase()]
  if (text.length > MAX_EMAIL || local.length > MAX_LOCAL || !LOCAL.test(local) || !DOMAIN.test(domain)) return null
  return `${local}@${domain}`
}
