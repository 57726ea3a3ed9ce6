// The commands by which a decision waits for a second admin. `Askable`: the commands of the aggregate that may wait.

/** `movesCents`: what it moves, by its preview. `aboveCents`: what one admin alone may move. */
export type AskSettlement<Askable> = {
  readonly type: 'AskSettlement'
  readonly command: Askable
  readonly movesCents: number
  readonly aboveCents: number
}

/** `request`: id of the command that asked. */
export type ApproveSettlement = { readonly type: 'ApproveSettlement'; readonly request: string }
export type DeclineSettlement = { readonly type: 'DeclineSettlement'; readonly request: string }
