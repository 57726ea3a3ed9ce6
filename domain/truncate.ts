// Shortens input that an error message quotes.
const MAX_LENGTH = 100

/** The first hundred characters of a longer text, with an ellipsis; no surrogate pair is split. */
export function truncate(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const last = text.charCodeAt(MAX_LENGTH - 1)
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, isHighSurrogate ? MAX_LENGTH - 1 : MAX_LENGTH)}…`
}
