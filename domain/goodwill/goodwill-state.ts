// What an account knows of goodwill.
import { type DaySum, sumAfter } from '../calendar/business-day.ts'

/** What an admin has promised on one business day, and everything that was promised or paid here, by id. */
export type Goodwill = { readonly known: Set<string>; day: string; promisedCents: number }

export const initialGoodwill = (): Goodwill => ({ known: new Set(), day: '', promisedCents: 0 })

export const promisedOf = ({ day, promisedCents }: Goodwill): DaySum => ({ day, cents: promisedCents })

export function countGoodwill(goodwill: Goodwill, amountCents: number, at: string): void {
  const { day, cents } = sumAfter(promisedOf(goodwill), amountCents, at)
  goodwill.day = day
  goodwill.promisedCents = cents
}
