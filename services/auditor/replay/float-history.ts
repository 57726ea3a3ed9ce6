// The business days of an admin's float, as the auditor adds them up.

/** What moved the float, in cents; negative for what left it. */
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
  /** What the float held before the first and after the last event of the day, in cents. */
  readonly opening: number
  closing: number
  readonly sums: FloatSums
  /** The last event that counts on the day; null if none does. */
  last: { readonly number: number; readonly version: number } | null
  closed: { readonly number: number; readonly at: string } | null
}

export class FloatHistory {
  readonly openedOn: string
  /** The days with a movement or a close. */
  readonly days = new Map<string, FloatDayBook>()
  /** The first day on which an event may still count. */
  earliest: string

  constructor(openedOn: string) {
    this.openedOn = openedOn
    this.earliest = openedOn
  }

  /** What the float held at the end of a day, and the version of the last event by then; 0 and 0 before the first. */
  endOf(day: string): { readonly cents: number; readonly version: number } {
    const moved = [...this.days.values()].filter((one) => one.last !== null && one.day <= day)
    const last = moved.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1)
    return last === undefined ? { cents: 0, version: 0 } : { cents: last.closing, version: last.last!.version }
  }

  /** The book of a day. `cents`: what the float holds, with which a new day opens. */
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
