// Times that admins enter: always in Europe/Paris, whatever zone times are shown in.
import { readDisplaySettings } from '../display-settings.ts'
import { once } from '../once.ts'
import { HOUR_MS } from './durations.ts'
import { dayText, PARIS } from './product-day.ts'

const format = once(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: PARIS,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** As the value of a local time field: '2026-11-21T16:00'. */
export const productTime = (instant: string | number): string => format().format(new Date(instant)).replace(' ', 'T')

/**
 * The instant of such a local time, which may have seconds. A time that happens twice as the clocks go back means the
 * first; one that the clocks skip as they go forward is read as if they had not.
 */
export function instantOf(local: string): string {
  const asUtc = Date.parse(`${local}Z`)
  const found = [2, 1].map((hours) => asUtc - hours * HOUR_MS).find((at) => local.startsWith(productTime(at)))
  return new Date(found ?? asUtc - HOUR_MS).toISOString()
}

/**
 * The instant of a local time in the zone that times are shown in: Europe/Paris, or the browser's if the visitor chose
 * that.
 */
export const shownInstant = (local: string): string =>
  readDisplaySettings().zone === 'paris' ? instantOf(local) : new Date(local).toISOString()

/** 'Sat 21 Nov 16:00' */
export function productTimeText(instant: string | number): string {
  const [day = '', time = ''] = productTime(instant).split('T')
  return `${dayText(day)} ${time}`
}
