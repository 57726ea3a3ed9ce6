// What the feed's tables contain for a made book: the provider's messages that are named, the prices on the board at
// its end, and from the history the prices in play and those bet on in games that have not ended.
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

  /** Called when somebody bets at one of these prices. */
  name(batch: PriceBatch): void {
    const kept = this.#betOn.get(batch.fixture) ?? []
    this.#betOn.set(batch.fixture, kept)
    this.#keep(batch, kept)
  }

  /** Called when a game has ended, with a result read from these messages. */
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

  /** Messages that were named since the last call. */
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
