// The whole log from the start, by the fastest way that its store has.
import type { Config } from '#services/platform/config.ts'
import type { EventStore, StoredEvent } from './port.ts'
import { copyLog } from './postgres/copy-log.ts'

type Settings = Pick<Config, 'EVENTSTORE_URL'> & { readonly DATABASE_URL: string }

/** COPY if the log is in Postgres, otherwise the store's pages. */
export const readWholeLog = (
  { EVENTSTORE_URL, DATABASE_URL }: Settings,
  store: EventStore,
): AsyncIterable<Pick<StoredEvent, 'position' | 'hash' | 'body'>[]> =>
  EVENTSTORE_URL === undefined ? copyLog(DATABASE_URL) : store.readAll(null)
