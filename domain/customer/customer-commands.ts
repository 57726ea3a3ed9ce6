// The commands of the desk about a bettor, on his account.

/** All of them at once; null: none. */
export type SetBetCaps = {
  readonly type: 'SetBetCaps'
  readonly stakeCents: number | null
  readonly payoutCents: number | null
}

/** `text`: the commitment. */
export type AddNote = { readonly type: 'AddNote'; readonly text: string }
