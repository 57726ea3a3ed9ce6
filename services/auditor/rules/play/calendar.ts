// The day, week and month that an instant is in, by the calendar of Paris: each named by its first day.
const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })

export type Calendar = { readonly day: string; readonly week: string; readonly month: string }

/** Offsets are whole hours, so all instants of one hour are in the same day; events ask for few hours at a time. */
const named = new Map<string, Calendar>()
const HOURS = 1_000

export function calendarOf(at: string): Calendar {
  const hour = at.slice(0, 13)
  const known = named.get(hour)
  if (known !== undefined) return known
  const day = calendar.format(new Date(at))
  const monday = new Date(`${day}T00:00:00.000Z`)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  const found = { day, week: monday.toISOString().slice(0, 10), month: `${day.slice(0, 7)}-01` }
  if (named.size >= HOURS) named.clear()
  named.set(hour, found)
  return found
}
