// The ids of bets: those of one second begin alike, so that they stand together in the indexes of read models.
import { randomId } from './command-id.ts'

const SECOND_MS = 1_000
const SECONDS = 0x10000

/**
 * 32 hex digits: four of the second, which come again after 18 hours, and 28 at random. Tables of bets have an index by id. With ids at
 * random alone each bet changes another page of it; these change a few. What follows the first four digits differs from bet to bet,
 * so that eight digits still tell bets apart where people read or look for them, as a time of full length would not. The form is that of
 * uuid_time_nextval of https://github.com/tvondra/sequential-uuids.
 *
 * @param at System time: that of business may stand still.
 * @param random 32 hex digits, of which the id has all but the first four.
 */
export function newBetId(at: Date, random = randomId()): string {
  const second = Math.floor(at.getTime() / SECOND_MS) % SECONDS
  return second.toString(16).padStart(4, '0') + random.slice(4)
}
