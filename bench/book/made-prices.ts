// What the tables of the feed have of a made book: the provider's messages that are named, the prices on the board at its end, and of the
// history those in play, and those that were bet on of games that have not ended.
import type { Quote } from '#domain/bet/bet-events.ts'
import type { ToldMessage } from '#services/odds/testing/told-messages.ts'

/** Prices of one game that were published together. */
export type PriceBatch = {
  readonly fixture: string
  readonly quotes: readonly Quote[]
  readonly message: ToldMessage
  /** Whether its message is kept. */
  isKept: boolean
}

export class MadePrices {
  #messages: ToldMessage[] = []
  readonly #inPlay: Quote[] = []
  readonly #betOn = new Map<string, Quote[]>()
  readonly #board = new Map<string, readonly Quote[]>()

  publish(batch: PriceBatch): void {
    this.#board.set(batch.fixture, batch.quotes)
    if (batch.quotes[0]!.inPlay === true) this.#keep(batch, this.#inPlay)
  }

  /** Somebody bets at one of these prices. */
  name(batch: PriceBatch): void {
    const kept = this.#betOn.get(batch.fixture) ?? []
    this.#betOn.set(batch.fixture, kept)
    this.#keep(batch, kept)
  }

  /** A game has ended, with a result that was read of these. */
  end(fixture: string, messages: readonly ToldMessage[]): void {
    this.#messages.push(...messages)
    this.#board.delete(fixture)
    this.#betOn.delete(fixture)
  }

  #keep(batch: PriceBatch, among: Quote[]): void {
    if (batch.isKept) return
    batch.isKept = true
    this.#messages.push(batch.message)
    among.push(...batch.quotes)
  }

  /** Those that were named since it was asked for last. */
  takeMessages(): readonly ToldMessage[] {
    const messages = this.#messages
    this.#messages = []
    return messages
  }

  board(): readonly Quote[] {
    return [...this.#board.values()].flat()
  }

  history(): readonly Quote[] {
    return [...this.#inPlay, ...[...this.#betOn.values()].flat()]
  }
}
