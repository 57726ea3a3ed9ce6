// The business day, and the week and month by the calendar of Paris, that a time is in. Each is named by its first day.
const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })

export type Calendar = { readonly day: string; readonly week: string; readonly month: string }

/**
 * By hour. Offsets from UTC are whole hours, so all times of an hour are in the same day, and events in order need few
 * hours at a time.
 */
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
