// The roots under which quotes were published, for as long as a bet may name them: bets are struck at fresh quotes.
import { BoundedMap } from '../replay/bounded-map.ts'
import type { Part } from '../spill/kept-file.ts'

/** How many days of business time before the newest are remembered: more than the age that a seal may have. */
const DAYS_KEPT = 3
const DAY_MS = 86_400_000
/**
 * A version further than this beyond the last, or a negative one, is ignored: the chain of the stream already has a
 * finding for it.
 */
const GAP_MAX = 1_000
const ROOT_BYTES = 32
const ENTRY_BYTES = ROOT_BYTES + 4
const SEALS_PROVED = 20_000

export type Batch = { readonly root: string; readonly size: number }

type WrittenFeed = { readonly league: string; readonly day: string; readonly entries: Uint8Array }
type Written = { readonly newestDay: string; readonly feeds: ReadonlyMap<string, WrittenFeed> }

class Feed {
  readonly league: string
  readonly day: string
  /** Root and size of each version, one after the other; size 0 if the version published nothing. */
  #entries: Buffer = Buffer.alloc(ENTRY_BYTES * 8)

  constructor(league: string, day: string) {
    this.league = league
    this.day = day
  }

  add(version: number, { root, size }: Batch): void {
    const at = version * ENTRY_BYTES
    if (at < 0 || at > this.#entries.length + GAP_MAX * ENTRY_BYTES) return
    while (at >= this.#entries.length) {
      this.#entries = Buffer.concat([this.#entries, Buffer.alloc(this.#entries.length)])
    }
    this.#entries.write(root, at, 'hex')
    this.#entries.writeUInt32LE(size, at + ROOT_BYTES)
  }

  write(): WrittenFeed {
    return { league: this.league, day: this.day, entries: this.#entries }
  }

  static read({ league, day, entries }: WrittenFeed): Feed {
    const feed = new Feed(league, day)
    feed.#entries = Buffer.from(entries)
    return feed
  }

  get(version: number): Batch | null {
    const at = version * ENTRY_BYTES
    if (at >= this.#entries.length) return null
    const size = this.#entries.readUInt32LE(at + ROOT_BYTES)
    return size === 0 ? null : { root: this.#entries.toString('hex', at, at + ROOT_BYTES), size }
  }
}

export class PublishedQuotes implements Part<Written> {
  readonly #feeds = new Map<string, Feed>()
  #newestDay = ''
  /**
   * By place in a batch, the hash of a leaf and path that were proved there, since many bets are struck at the same
   * quote.
   */
  readonly proved = new BoundedMap<string, string>(SEALS_PROVED)

  add(feed: string, version: number, league: string, day: string, batch: Batch): void {
    if (day > this.#newestDay) this.#forgetBefore(day)
    let known = this.#feeds.get(feed)
    if (known === undefined) {
      known = new Feed(league, day)
      this.#feeds.set(feed, known)
    }
    known.add(version, batch)
  }

  write(): Written {
    return {
      newestDay: this.#newestDay,
      feeds: new Map(this.#feeds.entries().map(([id, feed]) => [id, feed.write()])),
    }
  }

  read({ newestDay, feeds }: Written): void {
    this.#newestDay = newestDay
    for (const [id, feed] of feeds) this.#feeds.set(id, Feed.read(feed))
  }

  feed(feed: string): Feed | undefined {
    return this.#feeds.get(feed)
  }

  #forgetBefore(newest: string): void {
    this.#newestDay = newest
    const oldest = daysBefore(newest, DAYS_KEPT)
    for (const [id, { day }] of this.#feeds) if (day < oldest) this.#feeds.delete(id)
  }
}

const midnight = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

/** Days that were checked lately: every batch of quotes names one. */
const days = new BoundedMap<string, boolean>(1_000)

/** Whether the calendar has this day: an event may hold any digits. */
export function isDay(day: string): boolean {
  const known = days.get(day)
  if (known !== undefined) return known
  const at = midnight(day)
  const found = !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day
  days.set(day, found)
  return found
}

/** The day that lies `days` before `day`; both as '2026-11-20'. */
export const daysBefore = (day: string, days: number): string =>
  new Date(midnight(day).getTime() - days * DAY_MS).toISOString().slice(0, 10)
