// Finds what JSON.parse accepts silently, duplicate keys and numbers that lose digits, by scanning the text before it
// is parsed.
import { ALWAYS_EXACT_LENGTH, isReadExactly } from './exact-number.ts'

const DEPTH_MAX = 16

const QUOTE = 34
const BACKSLASH = 92
const MINUS = 45

export type JsonScan = {
  /** How many members the objects have, counting duplicates. */
  readonly members: number
  /** Whether every number keeps its value when parsed. */
  readonly exact: boolean
}

/** Null if brackets are nested too deeply. For text that is not JSON, the result is meaningless. */
export function scanJson(text: string): JsonScan | null {
  let depth = 0
  let members = 0
  let exact = true
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
          if (text.charCodeAt(at) === BACKSLASH) at++
        }
        break
      case 91: // [
      case 123: // {
        if (++depth > DEPTH_MAX) return null
        break
      case 93:
      case 125:
        depth--
        break
      case 58: // :
        members++
        break
      case MINUS:
      case 48:
      case 49:
      case 50:
      case 51:
      case 52:
      case 53:
      case 54:
      case 55:
      case 56:
      case 57: {
        const end = endOfNumber(text, at)
        exact &&= isExact(text, at, end)
        at = end - 1
      }
    }
  }
  return { members, exact }
}

function endOfNumber(text: string, begin: number): number {
  let at = begin + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // digits, point, signs, e and E
    if ((code < 48 || code > 57) && code !== 46 && code !== MINUS && code !== 43 && (code | 32) !== 101) break
  }
  return at
}

/** Most numbers are short and have no exponent, and need no further check. */
function isExact(text: string, begin: number, end: number): boolean {
  const literal = text.slice(begin, end)
  return (literal.length <= ALWAYS_EXACT_LENGTH && !/e/i.test(literal)) || isReadExactly(literal)
}
