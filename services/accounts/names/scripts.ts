// Which scripts may stand together in a name: the level 'Highly Restrictive' of UTS #39 (Unicode security mechanisms)
// over the scripts that UAX #31 recommends for identifiers. Which characters a script uses is the engine's own Unicode data.

/** Table 5 of UAX #31, without those of the combinations below. */
const ALONE = [
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
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const writtenIn = (scripts: readonly string[]): RegExp =>
  new RegExp(`^[${['Common', 'Inherited', ...scripts].map((script) => `\\p{scx=${script}}`).join('')}]+$`, 'u')

const ALPHABETS = [...ALONE.map((script) => [script]), ...TOGETHER].map(writtenIn)

/** True where one script, or one of the usual combinations, has every character, and all digits are of one kind. */
export const isInOneScript = (text: string): boolean =>
  ALPHABETS.some((alphabet) => alphabet.test(text)) && new Set(text.match(/\p{Nd}/gu)?.map(zeroOf)).size <= 1

/** The zero of a digit's own kind: kinds stand in runs of ten. */
function zeroOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return zero
}
