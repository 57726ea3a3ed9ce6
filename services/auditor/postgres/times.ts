// Times of the database as dates. Postgres has infinite times; Date has none.
import pg from 'pg'

/** The farthest that a Date reaches from 1970, in either direction. */
export const FARTHEST_MS = 8.64e15

const { TIMESTAMPTZ } = pg.types.builtins

/**
 * Makes a connection read an infinite time as the farthest date, so that it is compared and shown like any other wrong
 * time.
 */
export function readTimesAsDates(client: pg.Client): void {
  client.setTypeParser(TIMESTAMPTZ, timeIn)
}

function timeIn(text: string): Date {
  const time = pg.types.getTypeParser(TIMESTAMPTZ)(text) as unknown
  if (time instanceof Date && !Number.isNaN(time.getTime())) return time
  return new Date(text.startsWith('-') ? -FARTHEST_MS : FARTHEST_MS)
}
