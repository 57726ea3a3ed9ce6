// What the log on EventStoreDB is made of.
import type { LogStart } from '../first-event.ts'
import { Appender } from './appender.ts'
import { Connection } from './connection.ts'
import { LogIdentity } from './identity.ts'
import { Names } from './names.ts'
import { PATIENCE, type Patience } from './patience.ts'
import { retryRead } from './resilient-read.ts'

export type EventStoreDbLogOptions = LogStart & {
  /** The connection string: `esdb://user:password@host:2113?tls=true&tlsCAFile=…`, or `esdb+discover://…`. */
  readonly url: string
  /** Lower-case letters and digits: keeps several products on one server apart. None by default. */
  readonly prefix?: string
  /** For the audit: opens a log although events of it may be missing; `truncations` says which. */
  readonly evenIfTruncated?: boolean
  /** Milliseconds; for tests of lost connections. */
  readonly patience?: Partial<Patience>
}

export type Parts = {
  readonly connection: Connection
  readonly appender: Appender
  readonly identity: LogIdentity
  readonly names: Names
  readonly patience: Patience
}

export function assemble({ url, prefix = '', patience: own }: EventStoreDbLogOptions): Parts {
  const patience = { ...PATIENCE, ...own }
  const names = new Names(prefix)
  const identity = new LogIdentity()
  const connection = new Connection(url, names, identity, patience.answer)
  const appender = new Appender(
    {
      ready: async (until) => {
        await connection.link(until)
      },
      send: (stream, revision, events) => connection.send(names.onServer(stream), revision, events),
      events: (stream, from, count, until) =>
        retryRead(connection, until, ({ reader }) => reader.events(stream, from, count)),
    },
    patience,
  )
  return { connection, appender, identity, names, patience }
}
