// What an outcome is called, with its line: wherever one is shown.
import { MINUS } from '#ui/lib/minus.ts'

type Outcome = { name: string; point: number | null }

/** The end of a name that is a side of a total: 'Over', 'Arsenal Under'. */
export const TOTAL_SIDE = /(?:^| )(?:Over|Under)$/

/** '+1.5', '−1.5', '0' of a spread. */
export const signedLine = (point: number): string =>
  point === 0 ? '0' : `${point > 0 ? '+' : MINUS}${Math.abs(point)}`

/** 'Arsenal', 'Draw', 'Over 2.5', 'Arsenal −1.5'. */
export function outcomeName({ name, point }: Outcome): string {
  if (point === null) return name
  return `${name} ${TOTAL_SIDE.test(name) ? point : signedLine(point)}`
}

/** A name that the ledger wrote with its line: 'Arsenal -1.5' -> 'Arsenal −1.5'. In a text, the name stands in quotation marks. */
export const printedName = (text: string): string => text.replace(/ -(?=\d+(?:\.\d+)?(?:"|$))/, ` ${MINUS}`)
