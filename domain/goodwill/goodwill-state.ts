// What an account knows of goodwill.
import { businessDay } from '../play/periods.ts'

/** What an admin has promised on one business day, and everything that was promised or paid here, by id. */
export type Goodwill = { readonly known: Set<string>; day: string; promisedCents: number }

export const initialGoodwill = (): Goodwill => ({ known: new Set(), day: '', promisedCents: 0 })

export function countGoodwill(goodwill: Goodwill, amountCents: number, at: string): void {
  const day = businessDay(at)
  goodwill.promisedCents = (day === goodwill.day ? goodwill.promisedCents : 0) + amountCents
  goodwill.day = day
}

/** Promised on a day so far, in cents; Infinity for one that is over, so that nothing is promised on two days in turn. */
export function promisedOn({ day, promisedCents }: Goodwill, at: string): number {
  const asked = businessDay(at)
  if (asked < day) return Number.POSITIVE_INFINITY
  return asked === day ? promisedCents : 0
}
