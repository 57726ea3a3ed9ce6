// Parses a connection string: `esdb://user:password@host:2113?tls=true`, with several hosts or `esdb+discover://` for a
// cluster. Settings that only concern other clients are ignored.
import { readFileSync } from 'node:fs'
import { type ChannelCredentials, type ChannelOptions, credentials, Metadata } from '@grpc/grpc-js'

export type Target = {
  /** `host:port` of each node; a host name may resolve to several nodes. */
  readonly addresses: readonly string[]
  readonly credentials: ChannelCredentials
  readonly options: ChannelOptions
  /** Sent with every call. */
  readonly metadata: Metadata
}

const FORM = /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/(?:([^:@/]+):([^@/]+)@)?([^/?@]+)\/?(?:\?(.*))?$/
const PORT = '2113'
const KEEPALIVE = { interval: 10_000, timeout: 5_000 }
/** More than the largest event that the server can hold. */
const MAX_REPLY_BYTES = 17 * 1024 * 1024

/** Throws TypeError if it is invalid, without repeating it: it may contain a password. Throws if a certificate cannot be read. */
export function parseConnectionString(text: string): Target {
  const [, user, password, hosts = '', query = ''] = FORM.exec(text.trim()) ?? []
  const addresses = hosts.split(',').filter((host) => host !== '')
  if (addresses.length === 0) throw new TypeError('not a connection string of EventStoreDB: esdb://host:2113?tls=true')
  const settings = settingsIn(query)
  const isSecure = settings.get('tls') !== 'false'
  const metadata = new Metadata()
  // a follower may lag behind, and a refusal must be based on the current state
  metadata.set('requires-leader', 'true')
  metadata.set('connection-name', settings.get('connectionname') ?? 'fairbook')
  if (isSecure && user !== undefined && password !== undefined) {
    const login = `${decodeURIComponent(user)}:${decodeURIComponent(password)}`
    metadata.set('authorization', `Basic ${Buffer.from(login).toString('base64')}`)
  }
  return {
    addresses: addresses.map((host) => (/:\d+$/.test(host) ? host : `${host}:${PORT}`)),
    credentials: isSecure ? tlsCredentials(settings) : credentials.createInsecure(),
    options: {
      'grpc.keepalive_time_ms': milliseconds(settings.get('keepaliveinterval'), KEEPALIVE.interval),
      'grpc.keepalive_timeout_ms': milliseconds(settings.get('keepalivetimeout'), KEEPALIVE.timeout),
      'grpc.max_receive_message_length': MAX_REPLY_BYTES,
      // a new channel is a new connection, whatever the state of an earlier one
      'grpc.use_local_subchannel_pool': 1,
    },
    metadata,
  }
}

/** With names in lower case: they are case-insensitive. */
function settingsIn(query: string): Map<string, string> {
  const pairs = query.split('&').map((pair) => pair.split('=', 2))
  return new Map(pairs.map(([name = '', value = '']) => [name.toLowerCase(), decodeURIComponent(value)]))
}

function tlsCredentials(settings: ReadonlyMap<string, string>): ChannelCredentials {
  const [authority = null, key = null, certificate = null] = ['tlscafile', 'userkeyfile', 'usercertfile'].map(
    (name) => {
      const file = settings.get(name)
      return file === undefined ? null : readFileSync(file)
    },
  )
  return credentials.createSsl(authority, key, certificate)
}

/** A negative value means never. */
function milliseconds(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text)
  if (!Number.isInteger(value)) throw new TypeError('a setting of the connection string is not an integer')
  return value < 0 ? 2 ** 31 - 1 : value
}
