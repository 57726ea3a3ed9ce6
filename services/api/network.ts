// Whom an address stands for where work is shared out or attempts are counted.
import ipaddr from 'ipaddr.js'

/** Its first groups as text; null where it is IPv4, written as IPv6 or not, or no address at all. */
function groupsOf(address: string, count: number): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return null
  return parsed.parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')
}

/** An IPv4 address as it is; of an IPv6 address its /64 network, for a subscriber has 2^64 addresses there. */
export const networkOf = (address: string): string =>
  groupsOf(address, 4) ?? (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address)

/** Of an IPv6 address its /48, which is one customer's as easily as a /64 is; null of others. */
export const siteOf = (address: string): string | null => groupsOf(address, 3)
