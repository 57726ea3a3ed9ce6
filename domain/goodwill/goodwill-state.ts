// What an account's state knows of goodwill.
import { type DaySum, sumAfter } from '../calendar/business-day.ts'

/**
 * What an admin has promised on one business day, and the ids of everything that was promised or paid on this account.
 */
export type Goodwill = { readonly known: Set<string>; day: string; promisedCents: number }

export const initialGoodwill = (): Goodwill => ({ known: new Set(), day: '', promisedCents: 0 })

export const promisedOf = ({ day, promisedCents }: Goodwill): DaySum => ({ day, cents: promisedCents })

export function countGoodwill(goodwill: Goodwill, amountCents: number, at: string): void {
  const { day, cents } = sumAfter(promisedOf(goodwill), amountCents, at)
  goodwill.day = day
  goodwill.promisedCents = cents
}
