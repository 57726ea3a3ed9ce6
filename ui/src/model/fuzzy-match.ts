// Finds names as they are typed: by the beginnings of words, without accents, with a typo or two.

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** 'Atlético Madrid' -> ['atletico', 'madrid'] */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => LETTERS[letter] ?? letter)
  // An apostrophe joins words: "O'Higgins" is found as 'ohiggins'.
  return folded.replace(/['’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? []
}

/** How many typos are forgiven in a typed word of this length. */
const mistakesIn = (typed: string): number => (typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2)

/**
 * How badly the typed words fit a name: lower is better, null is no match. Each typed word must be the beginning of a
 * word of the name.
 */
export function misfit(typed: readonly string[], words: readonly string[]): number | null {
  let sum = 0
  for (const one of typed) {
    const best = Math.min(...words.map((word) => wordMisfit(one, word)))
    if (!Number.isFinite(best)) return null
    sum += best
  }
  return sum
}

/** 0 for the exact word, 0.5 for its beginning, otherwise the number of typos. */
function wordMisfit(typed: string, word: string): number {
  if (word === typed) return 0
  if (word.startsWith(typed)) return 0.5
  const mistakes = mistakesToPrefix(typed, word)
  return mistakes <= mistakesIn(typed) ? mistakes : Number.POSITIVE_INFINITY
}

/**
 * Edit distance (letters left out, added, replaced or swapped) between the typed word and the nearest beginning of
 * `word`.
 */
function mistakesToPrefix(typed: string, word: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let at = 1; at <= word.length; at++) {
      const same = typed[row - 1] === word[at - 1]
      let least = Math.min((last[at - 1] ?? 0) + (same ? 0 : 1), (last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1)
      const isSwapped = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1]
      if (isSwapped) least = Math.min(least, (beforeLast[at - 2] ?? 0) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return Math.min(...last)
}
