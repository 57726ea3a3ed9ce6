// The components of the log on EventStoreDB.
import type { LogStart } from '../first-event.ts'
import { Appender } from './append/appender.ts'
import { Connection } from './connection/connection.ts'
import { LogIdentity } from './connection/log-identity.ts'
import { retryRead } from './read/resilient-read.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'
import { StreamNames } from './wire/stream-names.ts'

export type EventStoreDbLogOptions = LogStart & {
  /** The connection string: `esdb://user:password@host:2113?tls=true&tlsCAFile=…`, or `esdb+discover://…`. */
  readonly url: string
  /** Lower-case letters and digits that keep several products on one server apart. None by default. */
  readonly prefix?: string
  /** For the audit: opens a log even if events of it may be missing; `truncations` tells which. */
  readonly allowTruncated?: boolean
  /** For tests of lost connections. */
  readonly timeouts?: Partial<Timeouts>
}

export type Components = {
  readonly connection: Connection
  readonly appender: Appender
  readonly identity: LogIdentity
  readonly names: StreamNames
  readonly timeouts: Timeouts
}

export function createComponents({ url, prefix = '', timeouts: overrides }: EventStoreDbLogOptions): Components {
  const timeouts = { ...TIMEOUTS, ...overrides }
  const names = new StreamNames(prefix)
  const identity = new LogIdentity()
  const connection = new Connection(url, names, identity, timeouts.reply)
  const appender = new Appender(
    {
      ready: async (until) => {
        await connection.link(until)
      },
      send: (stream, revision, events) => connection.send(names.onServer(stream), revision, events),
      events: (stream, from, count, until) =>
        retryRead(connection, until, ({ reader }) => reader.events(stream, from, count)),
    },
    timeouts,
  )
  return { connection, appender, identity, names, timeouts }
}
