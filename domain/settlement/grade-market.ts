// How a score grades a selection of a market, by rule version 2. The source of each rule is in docs/settlement.md.
import type { Score } from '../fixture/fixture-values.ts'
import type { Grade } from './grades.ts'
import type { MarketKind } from './markets.ts'

/** Why a leg is void. 'draw': of a draw-no-bet; 'draw-not-offered': of a match result without a draw to bet on. */
export type VoidReason =
  | 'late'
  | 'abandoned'
  | 'not-completed'
  | 'no-result'
  | 'draw'
  | 'draw-not-offered'
  | 'push'
  | 'by-hand'
  | 'market-voided'
export type LegGrade = { readonly grade: Grade; readonly voidReason?: VoidReason }

const WON: LegGrade = { grade: 'won' }
const LOST: LegGrade = { grade: 'lost' }
const wonIf = (won: boolean): LegGrade => (won ? WON : LOST)
const voided = (voidReason: VoidReason): LegGrade => ({ grade: 'void', voidReason })

/** The fields of a struck leg that the score decides. `drawOffered`: for a match result. */
export type PickedSelection = { readonly selection: string; readonly point?: string; readonly drawOffered: boolean }

/**
 * Throws RangeError for a selection without the line that its market needs; canBeSettled has made sure that no bet is
 * struck on one.
 */
export function gradePick(kind: MarketKind, pick: PickedSelection, { home, away }: Score): LegGrade {
  const { selection } = pick
  const lead = home - away
  switch (kind) {
    case 'h2h':
    case 'h2h_3_way':
      if (lead === 0 && kind === 'h2h' && !pick.drawOffered) return voided('draw-not-offered')
      return wonIf(selection === winnerOf(lead))
    case 'draw_no_bet':
      return lead === 0 ? voided('draw') : wonIf(selection === winnerOf(lead))
    case 'double_chance':
      return wonIf(selection.split('-').includes(winnerOf(lead)))
    case 'btts':
      return wonIf((selection === 'yes') === (home > 0 && away > 0))
    case 'spreads':
      return gradeAgainst(hundredthsOf(pick) + 100 * (selection === 'home' ? lead : -lead))
    case 'totals':
      return gradeTotal(selection, home + away, pick)
    case 'team_totals': {
      const [team, side = ''] = selection.split('-')
      return gradeTotal(side, team === 'home' ? home : away, pick)
    }
  }
}

const winnerOf = (lead: number): 'home' | 'draw' | 'away' => (lead > 0 ? 'home' : lead < 0 ? 'away' : 'draw')

function gradeTotal(side: string, total: number, pick: PickedSelection): LegGrade {
  const above = 100 * total - hundredthsOf(pick)
  return gradeAgainst(side === 'over' ? above : -above)
}

/** Exact, because lines have at most two decimals. */
function hundredthsOf({ selection, point }: PickedSelection): number {
  if (point === undefined) throw new RangeError(`${selection} without a line`)
  const [whole = '', decimals = ''] = point.replace('-', '').split('.')
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return point.startsWith('-') ? -value : value
}

/**
 * `margin`: by how much the selection beat its line, in hundredths. A quarter line is two half stakes on the
 * neighbouring lines; if the margin is a quarter, one of the two is a push.
 */
function gradeAgainst(margin: number): LegGrade {
  if (margin === 0) return voided('push')
  if (margin === 25) return { grade: 'half-won' }
  if (margin === -25) return { grade: 'half-lost' }
  return wonIf(margin > 0)
}
