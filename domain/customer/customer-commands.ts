// The commands of the desk about a bettor, on the bettor's account.

/** Both caps at once; null for no cap. */
export type SetBetCaps = {
  readonly type: 'SetBetCaps'
  readonly stakeCents: number | null
  readonly payoutCents: number | null
}

/** `text`: commitment to the text. */
export type AddNote = { readonly type: 'AddNote'; readonly text: string }
