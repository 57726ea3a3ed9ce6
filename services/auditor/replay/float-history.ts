// The days of an admin's float, as the auditor adds them up.

/** What moved it, negative where it went out. */
export type FloatSums = {
  granted: number
  drawn: number
  givenBack: number
  deposited: number
  withdrawn: number
  returned: number
}

export type FloatDayBook = {
  readonly day: string
  /** In the book, before the first and after the last event that counts on it. */
  readonly opening: number
  closing: number
  readonly sums: FloatSums
  /** Ledger number, and version on its stream, of the last event that counts on it; null and 0 where none does. */
  last: { readonly number: number; readonly version: number } | null
  closed: { readonly number: number; readonly at: string } | null
}

export class FloatHistory {
  readonly openedOn: string
  /** Those with a movement or a close. */
  readonly days = new Map<string, FloatDayBook>()
  /** No event counts on an earlier day any more. */
  earliest: string

  constructor(openedOn: string) {
    this.openedOn = openedOn
    this.earliest = openedOn
  }

  /** What the float came to by the end of a day, and the version of the last event by then. */
  endOf(day: string): { readonly cents: number; readonly version: number } {
    const moved = [...this.days.values()].filter((one) => one.last !== null && one.day <= day)
    const last = moved.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1)
    return last === undefined ? { cents: 0, version: 0 } : { cents: last.closing, version: last.last!.version }
  }

  /** The row of a day, which is begun with what the float held. */
  on(day: string, cents: number): FloatDayBook {
    let found = this.days.get(day)
    if (found === undefined) {
      const sums = { granted: 0, drawn: 0, givenBack: 0, deposited: 0, withdrawn: 0, returned: 0 }
      found = { day, opening: cents, closing: cents, sums, last: null, closed: null }
      this.days.set(day, found)
    }
    return found
  }
}
