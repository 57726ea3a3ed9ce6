// The projector's notification after each commit, on channel `fairbook_projected`.
import type { LedgerEvent } from '../event.ts'
import { PROJECTIONS, type ProjectionName, TRAILING } from '../projection.ts'

export const PROJECTED = 'fairbook_projected'

/**
 * `position`, `number`: of the last event folded. `accounts`, `fixtures`: those whose streams had events. `all`: the
 * accounts are too many to name, and if there are no `fixtures` either, so are they. `types`: of the events, each once. `offer`: the offer, or what betting is stopped on,
 * has changed. `partial`: not every read model has got this far, but `folded` have. `rebuilt`: rows may have changed
 * without an event, and no types are named. `began`: nothing was folded, but a projector has begun to lead: see BEGAN.
 */
export type Announcement = {
  readonly position: string
  readonly hash: string
  readonly number: number
  readonly types?: readonly string[]
  readonly partial?: true
  readonly folded?: readonly ProjectionName[]
  readonly rebuilt?: true
  readonly began?: true
  readonly offer?: true
} & (
  | { readonly accounts: readonly string[]; readonly fixtures: readonly string[] }
  | { readonly all: true; readonly fixtures?: readonly string[] }
)

/** What a notification on PROJECTED says. */
export const announcementIn = (payload: string): Announcement => JSON.parse(payload) as Announcement

/**
 * Sent by a projector that begins to lead: nobody may have announced what was folded last, because the connection was
 * lost in between. Processes that hear it compare the checkpoints with what they have heard; those of versions that do
 * not know it act as if they had missed something.
 */
export const BEGAN = JSON.stringify({
  ...{ position: '', hash: '', number: -1 },
  ...{ partial: true, folded: [], began: true, all: true },
} satisfies Announcement)

/** Whether only the trailing read models have folded these events, which were announced before for the others. */
export const isOfTrailing = ({ folded, rebuilt }: Announcement): boolean =>
  rebuilt !== true && folded !== undefined && folded.every((name) => TRAILING.has(name))

/** The limit of Postgres is 8,000 bytes. */
const MAX_BYTES = 7_000
const MAX_IDS = MAX_BYTES / 36

type Folded = Pick<LedgerEvent, 'stream' | 'subject' | 'type' | 'position' | 'hash' | 'number'>

/** The payload of a notification. `folded`: the read models that now have these events. */
export function announce(events: readonly Folded[], folded: readonly ProjectionName[]): string {
  const { position, hash, number } = events.at(-1)!
  const types = [...new Set(events.map(({ type }) => type))]
  const accounts = new Set<string>()
  const fixtures = new Set<string>()
  const offer = events.some(({ stream }) => stream.startsWith('offer-') || stream.startsWith('desk-'))
    ? { offer: true as const }
    : {}
  for (const { stream, subject } of events) {
    if (stream.startsWith('account-')) accounts.add(subject)
    else if (stream.startsWith('fixture-')) fixtures.add(subject)
  }
  if (fixtures.size <= MAX_IDS) {
    const isShort = accounts.size + fixtures.size <= MAX_IDS
    const who = isShort ? { accounts: [...accounts] } : { all: true as const }
    const what = { types, ...partOf(folded), ...offer, ...who, fixtures: [...fixtures] }
    const text = JSON.stringify({ position, hash, number, ...what } satisfies Announcement)
    if (text.length <= MAX_BYTES) return text
  }
  return announceAll({ position, hash, number }, folded, { types })
}

type At = { readonly position: string; readonly hash: string; readonly number: number }

type Cause = { readonly types: readonly string[] } | { readonly rebuilt: true }

export function announceAll(at: At, folded: readonly ProjectionName[], cause: Cause): string {
  const { position, hash, number } = at
  return JSON.stringify({ position, hash, number, ...partOf(folded), ...cause, all: true } satisfies Announcement)
}

const partOf = (folded: readonly ProjectionName[]) =>
  folded.length === PROJECTIONS.length ? {} : { partial: true as const, folded }
