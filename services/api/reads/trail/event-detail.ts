// What the audit trail keeps of each type of event.
import type { DomainEvent } from '#domain/events.ts'
import type { BetType } from '#projections/audit/listed-types.ts'

export type EventType = DomainEvent['type']

/** What the trail keeps of an event's data. Nothing for events of bets: their own read model has it. */
export type DetailOf<T extends EventType> = T extends BetType
  ? null
  : T extends 'QuotesPublished'
    ? Pick<Extract<DomainEvent, { type: 'QuotesPublished' }>['data'], 'league' | 'size'>
    : Extract<DomainEvent, { type: T }>['data']
