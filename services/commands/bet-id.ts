// The ids of bets, in the order of time: a UUIDv7 (RFC 9562, 5.7) as 32 hex digits without hyphens.
import { randomId } from './command-id.ts'

/**
 * Tables of bets have an index by id. Ids in the order of time are added at its end, where those at random each change a page somewhere
 * in it: what a bet costs the read models grew with the number of bets. 74 bits are random, so that nobody guesses one.
 *
 * @param at System time: those of business may stand still.
 * @param random 32 hex digits, which the id takes what is random from.
 */
export function newBetId(at: Date, random = randomId()): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const variant = '89ab'[Number.parseInt(random[16]!, 16) & 3]
  return `${time}7${random.slice(13, 16)}${variant}${random.slice(17)}`
}
