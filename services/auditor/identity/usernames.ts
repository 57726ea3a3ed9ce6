// The normal form of user names, which is what the ledger commits to.

/** NFKC, case-folded: unique, and what the ledger commits to. */
export function normalised(username: string): string {
  let folded = foldedOnce(username)
  while (foldedOnce(folded) !== folded) folded = foldedOnce(folded)
  return folded
}

/** Nearly all names. */
const ASCII = /^[\0-\x7f]*$/

export function foldedOnce(username: string): string {
  if (ASCII.test(username)) return username.toLowerCase()
  const folded = Array.from(username.normalize('NFKC'), (character) =>
    Array.from(character.toUpperCase(), (upper) => upper.toLowerCase()).join(''),
  )
  return folded.join('').normalize('NFKC')
}
