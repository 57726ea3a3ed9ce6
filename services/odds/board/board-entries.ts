// The games and prices in memory: applies what was read, and reports what changed for bettors.
import { NO_STOPS, type Stops } from '#domain/desk/stops.ts'
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import type { OfferRow } from '#projections/offer/queries.ts'
import type { Game } from '#services/contract/contract.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import { type BoardEntry, hasStalePrices, revised, withListing, withStale, withStops } from './board-entry.ts'
import type { BoardRows } from './board-rows.ts'
import { atBusinessTime, currentEntry } from './house-price.ts'
import { Offer } from './offer.ts'

/**
 * How many consecutive checks, a quarter of a second apart, must find old prices before they are shown as such: at
 * sixty-fold speed, a refresh in progress already takes longer than a price may be old.
 */
const STALE_CHECKS = 6
/** Games that started earlier are not on the board. */
const RETENTION_MS = 5 * HOUR

export class BoardEntries {
  readonly #now: () => Date
  readonly #entries = new Map<string, BoardEntry>()
  readonly #started = new Set<string>()
  /** How often in a row the prices of a game were found to be too old. */
  readonly #staleChecks = new Map<string, number>()
  readonly offer = new Offer()
  #stops: Stops = NO_STOPS
  readonly #listeners = new Set<(fixtures: readonly string[]) => void>()

  constructor(businessNow: () => Date) {
    this.#now = businessNow
  }

  /** The earliest start of games on the board. */
  get oldestStart(): Date {
    return new Date(this.#now().getTime() - RETENTION_MS)
  }

  get(fixture: string): BoardEntry | undefined {
    return this.#entries.get(fixture)
  }

  apply(all: readonly BoardRows[]): void {
    const changed: string[] = []
    const { oldestStart } = this
    for (const rows of all) {
      const id = rows.fixture.fixture
      if (rows.fixture.startsAt < oldestStart) continue
      const before = this.#entries.get(id)
      const read = currentEntry(rows, before?.revision ?? 0, this.#now())
      const isStale = hasStalePrices(read, this.#now()) && (before === undefined || before.game.stale === true)
      const entry = withListing(withStops(withStale(read, isStale), this.#stops), this.offer.lists(id))
      const wasStale = before?.game.stale === true
      const same = before !== undefined && before.fingerprint === entry.fingerprint && wasStale === isStale
      this.#entries.set(id, same ? entry : revised(entry, this.#nextRevision(before)))
      if (!same) changed.push(id)
      if (before === undefined && entry.fixture.startsAt <= this.#now()) this.#started.add(id)
    }
    this.#emit(changed)
  }

  /** At kick-off a game changes although its rows do not: it becomes live, and its prices go stale sooner. */
  checkKickOffs(): void {
    const now = this.#now()
    const kickedOff: string[] = []
    const { oldestStart } = this
    for (const [id, entry] of this.#entries) {
      if (entry.fixture.startsAt < oldestStart) {
        this.#entries.delete(id)
        this.#started.delete(id)
      } else if (entry.fixture.startsAt <= now && !this.#started.has(id)) {
        this.#started.add(id)
        this.#entries.set(id, revised(atBusinessTime(entry, now), this.#nextRevision(entry)))
        kickedOff.push(id)
      }
    }
    this.#emit(kickedOff)
  }

  /** Prices that nothing renews go stale although their rows do not change. */
  checkStale(): void {
    const now = this.#now()
    const changed: string[] = []
    for (const [id, entry] of this.#entries) {
      const checks = hasStalePrices(entry, now) ? (this.#staleChecks.get(id) ?? 0) + 1 : 0
      if (checks === 0) this.#staleChecks.delete(id)
      else this.#staleChecks.set(id, checks)
      if (checks < STALE_CHECKS || entry.game.stale === true) continue
      this.#entries.set(id, revised(withStale(entry, true), this.#nextRevision(entry)))
      changed.push(id)
    }
    for (const id of this.#staleChecks.keys()) if (!this.#entries.has(id)) this.#staleChecks.delete(id)
    this.#emit(changed)
  }

  /** Applies what the house offers now, and announces it if it has changed. */
  applyOffer(row: OfferRow): void {
    if (!this.offer.apply(row)) return
    const changed = this.#revise((entry) => withListing(entry, this.offer.lists(entry.fixture.id)))
    // so that lists are rebuilt, which are cached until a game changes
    this.#emit(changed.length > 0 ? changed : [...this.#entries.keys()].slice(0, 1))
    this.offer.emit()
  }

  /** Applies what betting is stopped on now, and announces the games where that has changed. */
  applyStops(stops: Stops): void {
    this.#stops = stops
    this.#emit(this.#revise((entry) => withStops(entry, stops)))
  }

  get stops(): Stops {
    return this.#stops
  }

  /** The game of an entry; null if there is none or its league is hidden. */
  game(fixture: string): Game | null {
    const entry = this.#entries.get(fixture)
    return entry === undefined || this.offer.hides(entry.fixture.league) ? null : entry.game
  }

  live(): Game[] {
    return this.#list(({ fixture }) => this.#isLive(fixture.startsAt)).toSorted(byStart)
  }

  upcoming(): Game[] {
    return this.#list(({ fixture }) => fixture.startsAt > this.#now()).toSorted(pricedFirst)
  }

  /** The saved list, without what is over or hidden; all upcoming games if no list was ever saved. */
  gamesOfTheDay(): Game[] {
    const { gamesOfTheDay } = this.offer
    if (gamesOfTheDay === null) return this.upcoming()
    return gamesOfTheDay.flatMap((id) => {
      const game = this.#entries.get(id)?.fixture.closed === false ? this.game(id) : null
      return game === null ? [] : [game]
    })
  }

  /** `key`: of a league or a sport. */
  gamesOf(key: string): Game[] {
    return this.#list(
      ({ fixture, game }) =>
        (fixture.league === key || game.sport === key) &&
        (fixture.startsAt > this.#now() || this.#isLive(fixture.startsAt)),
    ).toSorted(byStart)
  }

  onChange(listener: (fixtures: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
  }

  /** Replaces the entries that `change` changes, and returns their ids. */
  #revise(change: (entry: BoardEntry) => BoardEntry): string[] {
    const changed: string[] = []
    for (const [id, entry] of this.#entries) {
      const next = change(entry)
      if (next === entry) continue
      this.#entries.set(id, revised(next, this.#nextRevision(entry)))
      changed.push(id)
    }
    return changed
  }

  #emit(fixtures: readonly string[]): void {
    if (fixtures.length > 0) for (const listener of this.#listeners) listener(fixtures)
  }

  /** Revisions grow with business time, so that they can be compared across processes and restarts. */
  #nextRevision(before: BoardEntry | undefined): number {
    return Math.max((before?.revision ?? 0) + 1, this.#now().getTime())
  }

  #isLive(startsAt: Date): boolean {
    const since = this.#now().getTime() - startsAt.getTime()
    return since >= 0 && since < POSSIBLY_LIVE_MS
  }

  #list(matches: (entry: BoardEntry) => boolean): Game[] {
    const games: Game[] = []
    for (const entry of this.#entries.values()) {
      const { closed, league } = entry.fixture
      if (!closed && entry.game.unlisted !== true && !this.offer.hides(league) && matches(entry)) games.push(entry.game)
    }
    return games
  }
}

const byStart = (one: Game, other: Game): number =>
  Date.parse(one.commence_time) - Date.parse(other.commence_time) || (one.id < other.id ? -1 : 1)
const pricedFirst = (one: Game, other: Game): number =>
  Number(other.odds !== undefined) - Number(one.odds !== undefined) || byStart(one, other)
