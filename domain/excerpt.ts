// What an error quotes of its input.
const LONGEST = 100

/** The beginning of a text, at most a hundred characters, none of them cut in half. */
export function excerpt(text: string): string {
  if (text.length <= LONGEST) return text
  const last = text.charCodeAt(LONGEST - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, isHalf ? LONGEST - 1 : LONGEST)}…`
}
