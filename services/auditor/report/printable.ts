// Makes text that others wrote safe to show: names, reasons, and whatever somebody has put into a ledger or a file. It
// must not control the terminal, and none of its lines may pass for one of the tool's.

const COMMANDS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Those of them that JSON.stringify does not escape. */
const LEFT_BY_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu
/** For texts whose bytes have to stay as they are: neither canonical JSON nor a signed note has any of these. */
const CONTROLS = /(?!\n)\p{Cc}/gu

const IN_PLACE = '\u{fffd}'

export const printable = (text: string): string => text.replace(COMMANDS, IN_PLACE)

/** Keeps lines and all bytes, except controls that no genuine text has. */
export const printableLines = (text: string): string => text.replace(CONTROLS, IN_PLACE)

/** The same JSON value, with everything escaped that would control a terminal. */
export const printableJson = (json: string): string =>
  json.replace(LEFT_BY_JSON, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )

/** Makes all texts in a value printable. */
export function printableIn<Value>(value: Value): Value {
  if (typeof value === 'string') return printable(value) as Value
  if (Array.isArray(value)) return value.map((one) => printableIn(one)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printableIn(one)])) as Value
}
