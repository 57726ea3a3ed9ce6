// How far this process has heard from the projector. A read waits for the writes that it must see until their announcement
// has been heard, so whatever was queried since the last announcement is as fresh as a new query would be.
import { LRUCache } from 'lru-cache'
import type { Announcement } from '#projections/runner/announcement.ts'

const ACCOUNTS_MAX = 50_000

/** A dead connection brings no announcements, and is noticed after many seconds: nothing is trusted for longer than this. */
export const TRUSTED_MS = 2_000

export class Announcements {
  /** So far. */
  count = 0
  #lastOfAll = 0
  readonly #lastOf = new LRUCache<string, number>({
    max: ACCOUNTS_MAX,
    dispose: (at, _account, reason) => {
      if (reason === 'evict') this.#lastOfAll = Math.max(this.#lastOfAll, at)
    },
  })

  /** Null: some may have been missed. */
  add(announcement: Announcement | null): void {
    this.count += 1
    if (announcement === null || 'all' in announcement) this.#lastOfAll = this.count
    else for (const account of announcement.accounts) this.#lastOf.set(account, this.count)
  }

  /** The last one that may have been about this account. */
  lastOf(account: string): number {
    return Math.max(this.#lastOfAll, this.#lastOf.get(account) ?? 0)
  }
}
