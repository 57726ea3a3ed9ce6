import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BET_KINDS, type BetKind, type Candidate, Choice, type Standing, ticketOf } from './choice.ts'

const STANDINGS = ['open', 'won', 'lost', 'refunded', 'voided'] as const satisfies readonly Standing[]
const bets = fc.array(fc.record({ stakeCents: fc.integer({ min: 1, max: 5 }), became: fc.constantFrom(...STANDINGS) }))

/** The rule in as few lines as possible: the first so many of all bets of the kind in order. */
function naive(all: readonly Candidate[], kind: BetKind, count: number, byStake: boolean): string[] {
  const isOf = ({ standing }: Candidate) =>
    kind === 'any' || standing === kind || (kind === 'settled' && standing !== 'open')
  const before = (a: Candidate, b: Candidate) =>
    byStake ? a.ticket * BigInt(b.stakeCents) < b.ticket * BigInt(a.stakeCents) : a.ticket < b.ticket
  return all
    .filter(isOf)
    .sort((a, b) => (before(a, b) ? -1 : 1))
    .slice(0, count)
    .map(({ bet }) => bet)
}

test('whatever there is room for, what is chosen are the lowest tickets of the kind', () => {
  fc.assert(
    fc.property(
      bets,
      fc.constantFrom(...BET_KINDS),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      (drawn, kind, count, room, byStake) => {
        const choice = new Choice(room, { byStake })
        const all = drawn.map(({ stakeCents, became }, number): Candidate => {
          const bet = `bet ${number}`
          const candidate = {
            bet,
            number,
            account: 'ada',
            placedAt: '',
            stakeCents,
            ticket: ticketOf('seed', 'log', bet),
          }
          choice.place({ ...candidate, standing: 'open' })
          choice.stand(bet, became)
          return { ...candidate, standing: became }
        })
        const chosen = choice.of(kind, count)
        // with room for all bets, the choice is known
        if (all.length <= room) expect(chosen).not.toBeNull()
        if (chosen !== null) expect(chosen.map(({ bet }) => bet)).toEqual(naive(all, kind, count, byStake))
        expect(choice.placed).toBe(all.length)
      },
    ),
  )
})

test('a ticket is a hash that anybody can make', () => {
  // printf 'seed\nlog\nbet' | sha256sum
  expect(ticketOf('seed', 'log', 'bet').toString(16).padStart(64, '0')).toBe(TICKET)
})
const TICKET = '5928ff00fa2508243e5a57cd1826ecd68fa75410095c94e67c421a490292bfa8'
