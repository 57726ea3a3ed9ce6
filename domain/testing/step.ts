// One random step of a history: who does what to whom, drawn from a few small numbers so that a failing history shrinks
// to a short one.
import fc from 'fast-check'
import { BETS, FIXTURE_COUNT } from './random-markets.ts'

const KINDS = [
  'sign-up',
  'create-user',
  'create-admin',
  'set-float',
  'draw',
  'decide-draw',
  'pay-draw',
  'remove-admin',
  'close-day',
  'deposit',
  'withdraw',
  'deliver',
  'block',
  'unblock',
  'change-password',
  'set-play-limit',
  'take-break',
  'goodwill',
  'set-bet-caps',
  'end-request',
  'close-account',
  'place',
  'list',
  'record',
  'correct',
  'decide-market',
  'void-fixture',
  'release-market',
  'keep-apart',
  'abandon',
  'settle',
  'resettle',
  'void',
  'repeat',
] as const
export type Kind = (typeof KINDS)[number]

export type Step = {
  readonly kind: Kind
  readonly who: number
  readonly whom: number
  readonly cents: number
  readonly picks: readonly { fixture: number; bet: number; odds: number; drift: number }[]
  readonly seconds: number
  /** Which variant of the step. */
  readonly way: number
}

/** The weights of kinds that are not drawn once each. */
const WEIGHTS: Partial<Record<Kind, number>> = {
  place: 14,
  settle: 9,
  record: 6,
  resettle: 6,
  correct: 4,
  deposit: 3,
  deliver: 3,
  withdraw: 2,
  'decide-market': 3,
  draw: 3,
  'decide-draw': 4,
  'set-play-limit': 2,
  goodwill: 2,
  unblock: 2,
  void: 2,
}

const small = (max: number) => fc.nat({ max })

const pickOf = (games: number) =>
  fc.record({ fixture: small(games - 1), bet: small(BETS.length - 1), odds: small(6), drift: small(11) })

const everyone = small(29)

/** Steps of these kinds, weighted as in all histories, on that many games. */
export const stepOf = (kinds: readonly Kind[], games = FIXTURE_COUNT, who = everyone): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.oneof(...kinds.map((kind) => ({ arbitrary: fc.constant(kind), weight: WEIGHTS[kind] ?? 1 }))),
    who,
    whom: everyone,
    cents: fc.oneof(
      { arbitrary: fc.integer({ min: 10, max: 3_000 }), weight: 6 },
      { arbitrary: fc.constantFrom(-5, 0, 1, 9, 10, 12_345, 1_000_000), weight: 1 },
    ),
    picks: fc.oneof(
      {
        arbitrary: fc.uniqueArray(pickOf(games), { minLength: 1, maxLength: 4, selector: ({ fixture }) => fixture }),
        weight: 8,
      },
      { arbitrary: fc.array(pickOf(games), { maxLength: 4 }), weight: 1 },
    ),
    seconds: small(40_000),
    way: small(11),
  })

export const step = stepOf(KINDS)

/** The life of one bettor's bets on four games: struck, settled, overtaken, taken back. */
const OF_BETS = [
  'place',
  'settle',
  'record',
  'correct',
  'decide-market',
  'abandon',
  'resettle',
  'void',
  'withdraw',
  'deposit',
  'deliver',
  'list',
  'set-play-limit',
  'set-bet-caps',
] as const satisfies readonly Kind[]
export const stepOfBets = stepOf(OF_BETS, 4, fc.constantFrom(0, 3, 12, 21))

export const pick = <Value>(from: readonly Value[], at: number): Value => from[at % from.length]!
