import { expect, test } from 'vitest'
import type { Announcement } from '#projections/runner/announcement.ts'
import { BEGAN } from '#projections/runner/announcement.ts'
import { evictWithoutStanding } from './lost-standing.ts'
import type { Sessions } from './sessions.ts'

const at = { position: '7', hash: 'x', number: 7 }
const some = (...types: string[]): Announcement => ({ ...at, types, accounts: ['anna', 'bert'], fixtures: [] })

/** The accounts that were evicted; null: all. */
function evictedBy(announcement: Announcement): (string | null)[] {
  const evicted: (string | null)[] = []
  const sessions: Pick<Sessions, 'evictAccount' | 'onNotification'> = {
    evictAccount: (account) => evicted.push(account),
    onNotification: (payload) => evicted.push(payload),
  }
  evictWithoutStanding(announcement, sessions)
  return evicted
}

test.each<[string, Announcement, (string | null)[]]>([
  ['bets and money', some('BetPlaced', 'Deposited', 'AccountUnblocked'), []],
  ['a block', some('BetPlaced', 'AccountBlocked'), ['anna', 'bert']],
  ['the end of an account', some('AccountClosed'), ['anna', 'bert']],
  ['an admin who was removed', some('AdminRemoved'), ['anna', 'bert']],
  ['so many accounts that they are not named, and a block', { ...at, types: ['AccountBlocked'], all: true }, [null]],
  ['so many accounts that they are not named', { ...at, types: ['BetPlaced'], all: true }, []],
  ['what may have been anything', { ...at, accounts: ['anna'], fixtures: [] }, ['anna']],
  ['another projector, which began', JSON.parse(BEGAN), [null]],
])('%s', (_, announcement, evicted) => {
  expect(evictedBy(announcement)).toEqual(evicted)
})
