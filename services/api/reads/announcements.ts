// Counts the projector's announcements that this process has heard. A read waits until the writes that it must see have
// been announced here, so whatever was queried since the last announcement is as fresh as a new query would be.
import { LRUCache } from 'lru-cache'
import type { Announcement } from '#projections/runner/announcement.ts'

const ACCOUNTS_MAX = 50_000
const FIXTURES_MAX = 50_000

/**
 * A dead connection brings no announcements and is noticed only after many seconds, so nothing is trusted for longer
 * than this.
 */
export const TRUSTED_MS = 2_000

export class Announcements {
  /** Number of announcements so far. */
  count = 0
  readonly #accounts = new LastOf(ACCOUNTS_MAX)
  readonly #fixtures = new LastOf(FIXTURES_MAX)

  /** Null: some may have been missed. */
  add(announcement: Announcement | null): void {
    this.count += 1
    this.#accounts.add(announcement === null || 'all' in announcement ? null : announcement.accounts, this.count)
    this.#fixtures.add(announcement?.fixtures ?? null, this.count)
  }

  /** Something about this account changed without an event. */
  addAccount(account: string): void {
    this.count += 1
    this.#accounts.add([account], this.count)
  }

  /** Number of the last announcement that may have been about this account. */
  lastOf(account: string): number {
    return this.#accounts.of(account)
  }

  /** Whether an announcement after `heard` may have been about one of these fixtures. */
  anyOf(fixtures: Iterable<string>, heard: number): boolean {
    if (heard === this.count) return false
    for (const fixture of fixtures) if (this.#fixtures.of(fixture) > heard) return true
    return false
  }
}

/**
 * By id, the last announcement about it. Ids are evicted; for those, the last announcement about any evicted id counts.
 */
class LastOf {
  #lastOfAll = 0
  readonly #lastOf: LRUCache<string, number>

  constructor(max: number) {
    this.#lastOf = new LRUCache({
      max,
      dispose: (at, _id, reason) => {
        if (reason === 'evict') this.#lastOfAll = Math.max(this.#lastOfAll, at)
      },
    })
  }

  /** With null, about all ids. */
  add(ids: readonly string[] | null, at: number): void {
    if (ids === null) this.#lastOfAll = at
    else for (const id of ids) this.#lastOf.set(id, at)
  }

  of(id: string): number {
    return Math.max(this.#lastOfAll, this.#lastOf.get(id) ?? 0)
  }
}
