// The name of an outcome with its line, wherever one is shown.
import { MINUS } from '#ui/lib/minus.ts'

type Outcome = { name: string; point: number | null }

/** Matches names that end in a side of a total: 'Over', 'Arsenal Under'. */
export const TOTAL_SIDE = /(?:^| )(?:Over|Under)$/

/** The line of a spread: '+1.5', '−1.5', '0'. */
export const signedLine = (point: number): string =>
  point === 0 ? '0' : `${point > 0 ? '+' : MINUS}${Math.abs(point)}`

/** 'Arsenal', 'Draw', 'Over 2.5', 'Arsenal −1.5'. */
export function outcomeName({ name, point }: Outcome): string {
  if (point === null) return name
  return `${name} ${TOTAL_SIDE.test(name) ? point : signedLine(point)}`
}

/**
 * Replaces the hyphen in a name that the ledger wrote with its line: 'Arsenal -1.5' -> 'Arsenal −1.5'. Within a
 * sentence, it finds names in quotation marks.
 */
export const printedName = (text: string): string => text.replace(/ -(?=\d+(?:\.\d+)?(?:"|$))/, ` ${MINUS}`)
