// What an outcome is called, with its line: on the event page, in the slip and on the receipt.

type Outcome = { name: string; point: number | null }

/** The minus of printed lines, as wide as the plus. */
const MINUS = '\u2212'

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
