// What an account knows of goodwill.
import { businessDay, sumOn } from '../play/periods.ts'

/** What an admin has promised on one business day, and everything that was promised or paid here, by id. */
export type Goodwill = { readonly known: Set<string>; day: string; promisedCents: number }

export const initialGoodwill = (): Goodwill => ({ known: new Set(), day: '', promisedCents: 0 })

export function countGoodwill(goodwill: Goodwill, amountCents: number, at: string): void {
  const day = businessDay(at)
  goodwill.promisedCents = (day === goodwill.day ? goodwill.promisedCents : 0) + amountCents
  goodwill.day = day
}

/** Promised on a day so far, in cents. */
export const promisedOn = ({ day, promisedCents }: Goodwill, at: string): number =>
  sumOn({ day, cents: promisedCents }, at)
