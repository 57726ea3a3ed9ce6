// Case folding, based on Unicode's case mappings in the JavaScript engine.

/**
 * One pass of the mappings, in NFKC. By character, so that the position within a word (final sigma) makes no
 * difference.
 */
export function foldOnce(text: string): string {
  let folded = ''
  for (const character of text) {
    for (const upper of character.toUpperCase()) folded += upper.toLowerCase()
  }
  return folded.normalize('NFKC')
}

/**
 * Repeated until nothing changes, so that whatever is equal under Unicode's full case folding is equal here. One pass
 * is not enough for `ẞ`: its lower case is `ß`, whose upper case is `SS`.
 */
export function foldCase(text: string): string {
  const folded = foldOnce(text)
  return folded === text ? text : foldCase(folded)
}
