// Which selections of a market can be decided by hand, and how they are decided.
import { GRADES, type Grade } from '#domain/settlement/grades.ts'
import type { DeskEventBets, PreviewedAction } from '../../api/settlement.ts'

export const isGrade = (text: string): text is Grade => GRADES.some((grade) => grade === text)

type Selection = Pick<DeskEventBets['selections'][number], 'selection' | 'point' | 'name'>
/** By selection and line. */
export type Grades = ReadonlyMap<string, Grade>

export const gradeKey = ({ selection, point }: Pick<Selection, 'selection' | 'point'>): string =>
  `${selection} ${point ?? ''}`

const decidedIn = ({ decided }: DeskEventBets, market: string) =>
  decided.find((one) => one.market === market)?.selections ?? []

/** The grades in force. */
export const gradesOf = (event: DeskEventBets, market: string): Grades =>
  new Map(decidedIn(event, market).map((one) => [gradeKey(one), one.grade]))

/**
 * The selections with bets, then those that were decided before without a bet on them: a decision that leaves one out
 * revokes its grade.
 */
export function decidable(event: DeskEventBets, market: string): readonly Selection[] {
  const betOn: Selection[] = event.selections.filter((one) => one.market === market)
  const known = new Set(betOn.map(gradeKey))
  const others = decidedIn(event, market).filter((one) => !known.has(gradeKey(one)))
  return [...betOn, ...others.map((one) => ({ ...one, name: gradeKey(one).trim() }))]
}

/** Null if nothing is graded. */
export function decisionOf(event: DeskEventBets, market: string, grades: Grades): PreviewedAction | null {
  const selections = decidable(event, market).flatMap((one) => {
    const grade = grades.get(gradeKey(one))
    const { selection, point } = one
    return grade === undefined ? [] : [{ selection, ...(point === null ? {} : { point }), grade }]
  })
  return selections.length === 0 ? null : { action: 'decideMarket', eventId: event.eventId, market, selections }
}
