// Whom an address stands for where work is shared out or attempts are counted.
import { isIPv6 } from 'node:net'

/** An IPv4 address as it is; of an IPv6 address its /64 network, for a subscriber has 2^64 addresses there. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')]
  // a proxy may write it in capitals or with leading zeros
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
