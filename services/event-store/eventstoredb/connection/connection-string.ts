// Parses a connection string: `esdb://user:password@host:2113?tls=true`, with several hosts or `esdb+discover://` for a
// cluster. Settings that only concern other clients are ignored.
import { readFileSync } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'
import type { KeepAliveMs } from './keep-alive.ts'

export type Target = {
  /** `host:port` of each node; a host name may resolve to several nodes. */
  readonly addresses: readonly string[]
  /** The certificates; null without TLS. */
  readonly tls: Pick<SecureContextOptions, 'ca' | 'key' | 'cert'> | null
  readonly keepAliveMs: KeepAliveMs
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>
}

const FORM = /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/(?:([^:@/]+):([^@/]+)@)?([^/?@]+)\/?(?:\?(.*))?$/
const PORT = '2113'
const KEEPALIVE = { interval: 10_000, timeout: 5_000 }

/**
 * Throws TypeError if the string is invalid, without repeating it, because it may contain a password. Throws if a
 * certificate cannot be read.
 */
export function parseConnectionString(text: string): Target {
  const [, user, password, hosts = '', query = ''] = FORM.exec(text.trim()) ?? []
  const addresses = hosts.split(',').filter((host) => host !== '')
  if (addresses.length === 0) throw new TypeError('not a connection string of EventStoreDB: esdb://host:2113?tls=true')
  const settings = settingsIn(query)
  const isSecure = settings.get('tls') !== 'false'
  const headers: Record<string, string> = {
    // a follower may lag behind, and nothing may be refused because of old state
    'requires-leader': 'true',
    'connection-name': settings.get('connectionname') ?? 'fairbook',
  }
  if (isSecure && user !== undefined && password !== undefined) {
    const login = `${decodeURIComponent(user)}:${decodeURIComponent(password)}`
    headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`
  }
  return {
    addresses: addresses.map((host) => (/:\d+$/.test(host) ? host : `${host}:${PORT}`)),
    tls: isSecure ? certificatesIn(settings) : null,
    keepAliveMs: {
      interval: milliseconds(settings.get('keepaliveinterval'), KEEPALIVE.interval),
      timeout: milliseconds(settings.get('keepalivetimeout'), KEEPALIVE.timeout),
    },
    headers,
  }
}

/** With names in lower case, because they are case-insensitive. */
function settingsIn(query: string): Map<string, string> {
  const pairs = query.split('&').map((pair) => pair.split('=', 2))
  return new Map(pairs.map(([name = '', value = '']) => [name.toLowerCase(), decodeURIComponent(value)]))
}

function certificatesIn(settings: ReadonlyMap<string, string>): NonNullable<Target['tls']> {
  const files = { ca: settings.get('tlscafile'), key: settings.get('userkeyfile'), cert: settings.get('usercertfile') }
  const given = Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]))
  return Object.fromEntries(given.map(([name, file]) => [name, readFileSync(file)]))
}

/** A negative value means never. */
function milliseconds(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text)
  if (!Number.isInteger(value)) throw new TypeError('a setting of the connection string is not an integer')
  return value < 0 ? 2 ** 31 - 1 : value
}
