// Which scripts a name may combine: level 'Highly Restrictive' of UTS #39 (Unicode Security Mechanisms), over the
// scripts that UAX #31 recommends for identifiers. Which script a character has is taken from the engine's Unicode
// data.

/** Table 5 of UAX #31, without the scripts of the combinations below. */
const SINGLE_SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
]
const COMBINATIONS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const patternOf = (scripts: readonly string[]): RegExp =>
  new RegExp(`^[${['Common', 'Inherited', ...scripts].map((script) => `\\p{scx=${script}}`).join('')}]+$`, 'u')

const PATTERNS = [...SINGLE_SCRIPTS.map((script) => [script]), ...COMBINATIONS].map(patternOf)

/** True if one script, or one of the combinations, covers every character, and all digits are of the same kind. */
export const isInOneScript = (text: string): boolean =>
  PATTERNS.some((pattern) => pattern.test(text)) && new Set(text.match(/\p{Nd}/gu)?.map(zeroOf)).size <= 1

/** The zero of a digit's kind: the digits of a kind are ten consecutive code points. */
function zeroOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return zero
}
