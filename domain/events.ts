// Every event of the ledger, by type and schema version.
import type { z } from 'zod'
import type { AccountEvent } from './account/events.ts'
import { accountEvents } from './account/events.ts'
import { type BackupEvent, backupEvents } from './backup/events.ts'
import { type DeskEvent, deskEvents } from './desk/events.ts'
import { type FeedEvent, feedEvents } from './feed/events.ts'
import { type FixtureEvent, fixtureEvents } from './fixture/events.ts'
import { type LogStarted, logEvents } from './ledger/log-events.ts'
import { type LogKeyEvent, logKeyEvents } from './log-key/events.ts'
import { type OfferEvent, offerEvents } from './offer/events.ts'
import { type SessionEvent, sessionEvents } from './session/events.ts'
import { type TreasuryEvent, treasuryEvents } from './treasury/events.ts'

export type LogEvent = { type: 'LogStarted'; schema: 1; data: z.infer<typeof LogStarted> }
export type DomainEvent =
  | LogEvent
  | AccountEvent
  | SessionEvent
  | FixtureEvent
  | FeedEvent
  | OfferEvent
  | TreasuryEvent
  | DeskEvent
  | LogKeyEvent
  | BackupEvent

export const eventSchemas: Record<string, Record<number, z.ZodType>> = {
  ...logEvents,
  ...accountEvents,
  ...sessionEvents,
  ...fixtureEvents,
  ...feedEvents,
  ...offerEvents,
  ...treasuryEvents,
  ...deskEvents,
  ...logKeyEvents,
  ...backupEvents,
}
