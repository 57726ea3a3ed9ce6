// What can go wrong with a game. Instants are milliseconds of business time.
export type GameFault =
  /** From `at` on it has a new start, `by` later; reissued: under a new id, and the old one vanishes. */
  | { readonly kind: 'postponed' | 'reissued'; readonly at: number; readonly by: number }
  /** It vanishes, and nothing says why. */
  | { readonly kind: 'cancelled'; readonly at: number }
  /** Prices and its event vanish, the score stands still, is never complete, and vanishes too. */
  | { readonly kind: 'abandoned'; readonly at: number; readonly goneAt: number }
  /** The score is complete that much later. */
  | { readonly kind: 'late-completion'; readonly by: number }
  /** A wrong score is complete first, and the right one after that time. */
  | { readonly kind: 'score-corrected'; readonly after: number }
  /** The first price of each market is ten times what it should be. */
  | { readonly kind: 'tenfold-price'; readonly from: number; readonly until: number }
  /** The last outcome of the match result, mostly the draw, is missing. */
  | { readonly kind: 'missing-draw'; readonly from: number; readonly until: number }
  /** The same game is listed a second time under another id. */
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
