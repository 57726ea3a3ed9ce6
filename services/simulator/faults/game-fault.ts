// What can go wrong with a game. Instants are milliseconds of business time.
export type GameFault =
  /** From `at` on it has a new start, `by` later. Reissued: under a new id, and the old one vanishes. */
  | { readonly kind: 'postponed' | 'reissued'; readonly at: number; readonly by: number }
  /** It vanishes without any explanation. */
  | { readonly kind: 'cancelled'; readonly at: number }
  /** Its prices and event vanish. The score stands still, is never complete, and vanishes at `goneAt`. */
  | { readonly kind: 'abandoned'; readonly at: number; readonly goneAt: number }
  /** The score is complete this much later. */
  | { readonly kind: 'late-completion'; readonly by: number }
  /** A wrong score is complete first, and the right one after this time. */
  | { readonly kind: 'score-corrected'; readonly after: number }
  /** The first price of each market is ten times what it should be. */
  | { readonly kind: 'tenfold-price'; readonly from: number; readonly until: number }
  /** The last outcome of the match result, usually the draw, is missing. */
  | { readonly kind: 'missing-draw'; readonly from: number; readonly until: number }
  /** The same game is also listed under another id. */
  | { readonly kind: 'duplicate'; readonly from: number; readonly until: number }
export type GameFaultKind = GameFault['kind']

export const gameFaultKinds = [
  'postponed',
  'reissued',
  'cancelled',
  'abandoned',
  'late-completion',
  'score-corrected',
  'tenfold-price',
  'missing-draw',
  'duplicate',
] as const satisfies readonly GameFaultKind[]

export const answerFaultKinds = [
  'empty-league',
  'rate-limit',
  'out-of-credits',
  'not-found',
  'server-error',
  'slow',
  'garbage',
] as const
export type AnswerFaultKind = (typeof answerFaultKinds)[number]
