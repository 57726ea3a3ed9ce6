// Collects what the folding thread has not been told yet.
import type { Findings } from '../findings/findings.ts'
import type { End, News, Told, ToldOfKeeping, ToldOfSeal } from './news.ts'

export class Telling {
  #told: Told[] = []
  #seals: ToldOfSeal[] = []
  #ends: End[] = []
  #kept: ToldOfKeeping | null = null

  /** Takes what was found at an event, if anything: `findings` is empty afterwards. */
  tell(of: string, number: number, findings: Findings): void {
    if (findings.count > 0) this.#told.push({ of, number, found: findings.take() })
  }

  tellSeal(told: ToldOfSeal): void {
    this.#seals.push(told)
  }

  end(of: string, findings: Findings, rows: number, olderPrices = 0): void {
    this.#ends.push({ of, found: findings.take(), rows, olderPrices })
  }

  kept(failure: string | null): void {
    this.#kept = { failure }
  }

  news(): News {
    const news = { told: this.#told, seals: this.#seals, ends: this.#ends, kept: this.#kept }
    this.#told = []
    this.#seals = []
    this.#ends = []
    this.#kept = null
    return news
  }
}
