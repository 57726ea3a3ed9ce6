const texts: Record<string, string> = {
  late: 'Void: placed after the result was known',
  abandoned: 'Void: the event was abandoned',
  'not-completed': 'Void: the event was not completed in time',
  'draw-not-offered': 'Void: a draw was not on offer',
  draw: 'Stake back: it was a draw',
  push: 'Stake back: the score was on the line',
  'no-result': 'Void: the event ended without a result',
  'by-hand': 'Void: decided by our traders',
  'market-voided': 'Void: the market was cancelled',
}

/** Why a leg is void; a reason without a text is shown by its code. */
export const voidReasonText = (reason: string): string =>
  texts[reason] ?? `Void: ${reason.replaceAll('-', ' ').replaceAll('_', ' ')}`
