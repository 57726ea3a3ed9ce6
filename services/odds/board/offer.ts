// What the house offers, as the board applies it: hidden leagues, games of the day, and what betting is stopped on.
import { type Stops, scopeKey } from '#domain/desk/stops.ts'
import type { StopRow } from '#projections/desk/queries.ts'
import type { OfferRow } from '#projections/offer/queries.ts'

/** The stops of betting from their rows, in the form in which they are compared with legs. */
export const stopsOf = (rows: readonly StopRow[]): Stops =>
  new Set(rows.map(({ fixture, market }) => scopeKey({ fixture, ...(market === '' ? {} : { market }) })))

/** Stands for the offer among the ids of fixtures that the board is asked to read. */
export const THE_OFFER = 'offer'

export class Offer {
  #blacklisted: ReadonlySet<string> = new Set()
  #gamesOfTheDay: readonly string[] | null = null
  readonly #listeners = new Set<() => void>()

  hides(league: string): boolean {
    return this.#blacklisted.has(league)
  }

  /** Ids in order; null if no list was ever saved. */
  get gamesOfTheDay(): readonly string[] | null {
    return this.#gamesOfTheDay
  }

  /** Whether a game is among the games of the day that an admin saved. */
  lists(fixture: string): boolean {
    return this.#gamesOfTheDay?.includes(fixture) ?? false
  }

  /** Returns whether the offer has changed. */
  apply({ blacklisted, gamesOfTheDay }: OfferRow): boolean {
    const same =
      blacklisted.length === this.#blacklisted.size &&
      blacklisted.every((league) => this.#blacklisted.has(league)) &&
      JSON.stringify(gamesOfTheDay) === JSON.stringify(this.#gamesOfTheDay)
    if (same) return false
    this.#blacklisted = new Set(blacklisted)
    this.#gamesOfTheDay = gamesOfTheDay
    return true
  }

  emit(): void {
    for (const listener of this.#listeners) listener()
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
