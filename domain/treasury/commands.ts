// The commands on the treasury.
//
//   command       by              events
//   Draw          a plain admin   TreasuryDrawn, or TreasuryDrawRequested
//   ApproveDraw   a super admin   TreasuryDrawApproved
//   DeclineDraw   a super admin   TreasuryDrawDeclined

/**
 * For the float of another admin, whom the caller knows to exist. `budgetCents`: of the business day, for all plain
 * admins together.
 */
export type Draw = {
  readonly type: 'Draw'
  readonly draw: string
  readonly account: string
  readonly amountCents: number
  readonly budgetCents: number
}

/** For a draw that waits. */
export type ApproveDraw = { readonly type: 'ApproveDraw'; readonly draw: string }
export type DeclineDraw = { readonly type: 'DeclineDraw'; readonly draw: string }

export type TreasuryCommand = Draw | ApproveDraw | DeclineDraw
