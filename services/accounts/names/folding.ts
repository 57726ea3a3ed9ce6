// Case folding, by Unicode's case mappings as the engine has them.

/** One pass of the mappings, in NFKC; by character, so that the position in a word (final sigma) makes no difference. */
export function foldOnce(text: string): string {
  let folded = ''
  for (const character of text) {
    for (const upper of character.toUpperCase()) folded += upper.toLowerCase()
  }
  return folded.normalize('NFKC')
}

/**
 * Repeated until nothing changes: whatever is equal under Unicode's full case folding is equal here. A single pass is not
 * enough for `ẞ`: its lower case is `ß`, whose upper case is `SS`.
 */
export function foldCase(text: string): string {
  const folded = foldOnce(text)
  return folded === text ? text : foldCase(folded)
}
