// Which addresses count as one in queues and in the limits of attempts.
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IPv4-mapped IPv6 addresses become IPv4. Null if it is not an address. */
const parsed = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : null)

const firstOf = ({ parts }: ipaddr.IPv6, count: number): string =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')

/** IPv4 addresses as they are; for IPv6 the /64, because one subscriber has 2^64 addresses in it. */
export function networkOf(address: string): string {
  // called for every request, and parsing an address takes a hundred times as long
  if (isIPv4(address)) return address
  const ip = parsed(address)
  if (ip === null) return address
  return 'parts' in ip ? firstOf(ip, 4) : ip.toString()
}

/** The /48 of an IPv6 address, which a single customer gets as easily as a /64; null for other addresses. */
export function siteOf(address: string): string | null {
  const ip = parsed(address)
  return ip !== null && 'parts' in ip ? firstOf(ip, 3) : null
}
