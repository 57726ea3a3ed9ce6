// When two texts differ in case alone: by Unicode's case mappings, as the engine has them.

/** Once through the mappings, in NFKC; character by character: the place in a word (the final sigma) makes no difference. */
export function foldOnce(text: string): string {
  let folded = ''
  for (const character of text) {
    for (const upper of character.toUpperCase()) folded += upper.toLowerCase()
  }
  return folded.normalize('NFKC')
}

/**
 * Until nothing changes any more. Whatever is one under Unicode's full case folding is one here. A single pass is not
 * enough for `ẞ`: its lower case is `ß`, whose upper case is `SS`.
 */
export function foldCase(text: string): string {
  const folded = foldOnce(text)
  return folded === text ? text : foldCase(folded)
}
