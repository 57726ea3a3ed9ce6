// The commands by which a decision waits for a second admin. `Askable`: the commands of the aggregate that may wait.

/**
 * `movesCents`: what it moves, by its preview. `aboveCents`: what one admin alone may move in one decision.
 * `leftCents`: what that admin could still move alone on this day; absent if the decision waits because of its own
 * amount.
 */
export type AskSettlement<Askable> = {
  readonly type: 'AskSettlement'
  readonly command: Askable
  readonly movesCents: number
  readonly aboveCents: number
  readonly leftCents?: number
}

/** `request`: id of the command that asked. */
export type ApproveSettlement = { readonly type: 'ApproveSettlement'; readonly request: string }
export type DeclineSettlement = { readonly type: 'DeclineSettlement'; readonly request: string }

/** On the account of the admin whose hand it is. `decision`: id of the command that is decided alone. */
export type UseAuthority = {
  readonly type: 'UseAuthority'
  readonly decision: string
  readonly movesCents: number
  /** What may be moved alone in one business day. */
  readonly perDayCents: number
}
