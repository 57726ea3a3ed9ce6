// The ids of bets. Bets of the same second begin with the same digits, so that they are close together in the indexes
// of read models.
import { randomId } from './command-id.ts'

const SECOND_MS = 1_000
const SECONDS = 0x10000

/**
 * 32 hex digits: four for the second, which repeat after 18 hours, and 28 random ones. Tables of bets have an index by
 * id. With fully random ids each bet changes a different page of it; with these, only a few pages change. The digits
 * after the first four differ from bet to bet, so eight digits are still enough to tell bets apart where people read or
 * search for them; with a full-length time they would not be. The layout is that of uuid_time_nextval in
 * https://github.com/tvondra/sequential-uuids.
 *
 * @param at System time, because business time may stand still.
 * @param random 32 hex digits; all but the first four are used.
 */
export function newBetId(at: Date, random = randomId()): string {
  const second = Math.floor(at.getTime() / SECOND_MS) % SECONDS
  return second.toString(16).padStart(4, '0') + random.slice(4)
}
