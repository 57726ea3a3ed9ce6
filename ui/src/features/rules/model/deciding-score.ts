import { type Basis, basisOf, type MarketKind } from '#domain/settlement/markets.ts'

const WORDS: Readonly<Record<Basis, string>> = {
  regulation: 'the score at the end of regulation time',
  final: 'the final score, overtime and shoot-out included',
  'by-hand': 'an admin’s decision',
}

/**
 * Which score decides a market, as looked up by the settlement: in football, and elsewhere with and without a draw on
 * offer.
 */
export function decidingScores(kind: MarketKind): { where: string; score: string }[] {
  const elsewhere = (drawOffered: boolean) => WORDS[basisOf('basketball_nba', kind, drawOffered)]
  const football = WORDS[basisOf('soccer_epl', kind, true)]
  const rows = [{ where: 'Football', score: `${football}, stoppage time included` }]
  if (kind !== 'h2h') return [...rows, { where: 'Other sports', score: elsewhere(false) }]
  return [
    ...rows,
    { where: 'Other sports, with a draw on offer', score: elsewhere(true) },
    { where: 'Other sports, without one', score: elsewhere(false) },
    { where: 'Test cricket', score: WORDS[basisOf('cricket_test_match', kind, true)] },
  ]
}
