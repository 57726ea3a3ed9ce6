// What others wrote, as it is shown: names, reasons, and whatever somebody has put into a ledger or a file. It does not command the
// terminal, and no line of it passes for one of ours.

const COMMANDS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Of those, what JSON leaves as it is. */
const LEFT_BY_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu
/** Of bytes that have to stay as they are: canonical JSON has none of these, and a signed note ends its lines. */
const CONTROLS = /(?!\n)\p{Cc}/gu

const IN_PLACE = '\u{fffd}'

export const printable = (text: string): string => text.replace(COMMANDS, IN_PLACE)

/** Byte for byte, but for what no text of ours has. */
export const printableLines = (text: string): string => text.replace(CONTROLS, IN_PLACE)

/** The same value, written so that a terminal shows it. */
export const printableJson = (json: string): string =>
  json.replace(LEFT_BY_JSON, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )

/** All texts in it. */
export function printableIn<Value>(value: Value): Value {
  if (typeof value === 'string') return printable(value) as Value
  if (Array.isArray(value)) return value.map((one) => printableIn(one)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printableIn(one)])) as Value
}
