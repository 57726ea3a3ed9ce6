// Which version of the metadata an event carries, by its type and schema version; and the stored form of the metadata.
import { compactMeta, type Meta, wholeMeta } from '../meta.ts'

/** The types whose version 1 was published with version 1 of the metadata. Everything else has version 2. */
const FIRST = new Set([
  'LogStarted',
  'AccountOpened',
  'WelcomeGranted',
  'FloatSet',
  'AccountBlocked',
  'AccountUnblocked',
  'PasswordChanged',
  'TransferSent',
  'TransferReceived',
  'TransferReturned',
  'BetPlaced',
  'BetSettled',
  'BetVoided',
  'FixtureListed',
  'ProviderIdLinked',
  'FixtureMoved',
  'ResultRecorded',
  'ResultCorrected',
  'FixtureAbandoned',
])

const hasFirstMeta = (type: string, schema: number): boolean => schema === 1 && FIRST.has(type)

/** The metadata of an event as it is stored. Throws TypeError if its version cannot hold all of it. */
export function storedMeta(type: string, schema: number, meta: Meta): unknown {
  if (!hasFirstMeta(type, schema)) return compactMeta(meta)
  if (meta.approval !== undefined || meta.configuration !== undefined || meta.actor.role === 'auditor') {
    throw new TypeError(`${type} version ${schema} cannot hold an approval, a configuration or an auditor`)
  }
  return meta
}

/** Stored metadata, read into memory. */
export const metaInMemory = (type: string, schema: number, stored: unknown): Meta =>
  hasFirstMeta(type, schema) ? (stored as Meta) : wholeMeta(stored as Parameters<typeof wholeMeta>[0])
