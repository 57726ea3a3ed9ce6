// The normal form of user names, which makes them unique.

/** NFKC and case-folded, until folding changes nothing more. Version 1 of AccountOpened commits to it. */
export function normalised(username: string): string {
  let folded = foldedOnce(username)
  while (foldedOnce(folded) !== folded) folded = foldedOnce(folded)
  return folded
}

/** True of nearly all names, which are folded in one step. */
const ASCII = /^[\0-\x7f]*$/

export function foldedOnce(username: string): string {
  if (ASCII.test(username)) return username.toLowerCase()
  const folded = Array.from(username.normalize('NFKC'), (character) =>
    Array.from(character.toUpperCase(), (upper) => upper.toLowerCase()).join(''),
  )
  return folded.join('').normalize('NFKC')
}
