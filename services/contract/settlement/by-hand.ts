// What admins decide by hand: results of games, markets that no score decides, single bets.
import { z } from 'zod'
import { MAX_SCORE } from '#domain/limits.ts'
import { GRADES } from '#domain/settlement/grades.ts'
import { Given, withReason } from '../values.ts'

/** `preview`: fingerprint of the preview that was shown. If it is different by now, the action is refused. */
const seen = { preview: z.string().max(64).optional(), ...withReason }
const event = { eventId: Given }
const market = z.string().min(1).max(100)
export const Grade = z.enum(GRADES)
const points = z.int().min(0).max(MAX_SCORE)
const result = {
  eventId: Given,
  /** The final score including overtime. Both null: the game ended without a result, and its bets are void. */
  home: points.nullable(),
  away: points.nullable(),
  /**
   * At the end of regulation time; no side can have more than at the end. Absent: the same as the final score. Null:
   * not known, and whatever depends on it stays open.
   */
  regulation: z.object({ home: points, away: points }).nullish(),
  ...seen,
}

type Score = {
  readonly home: number | null
  readonly away: number | null
  readonly regulation?: { readonly home: number; readonly away: number } | null | undefined
}
const isWhole = ({ home, away, regulation }: Score): boolean =>
  home === null ? away === null && regulation == null : away !== null
const NOT_WHOLE = { error: 'a score has two numbers; without one there is none of regulation time' }
/** Points scored in regulation time cannot be lost afterwards: such a score is a slip that would pay the wrong bets. */
const isPossible = ({ home, away, regulation }: Score): boolean =>
  home === null || away === null || regulation == null || (regulation.home <= home && regulation.away <= away)
const NOT_POSSIBLE = { error: 'in regulation time no side has more points than at the end' }

const withResult = <Action extends string>(action: Action) =>
  z
    .strictObject({ action: z.literal(action), ...result })
    .refine(isWhole, NOT_WHOLE)
    .refine(isPossible, NOT_POSSIBLE)

export const byHandActions = [
  withResult('recordResult'),
  withResult('correctResult'),
  z.strictObject({ action: z.literal('abandonFixture'), ...event, ...seen }),
  z.strictObject({
    action: z.literal('decideMarket'),
    eventId: Given,
    /** Market key: 'h2h'. */
    market,
    /** `point`: the line, such as '-1.5', if the market has lines. */
    selections: z
      .array(
        z.object({
          selection: z.string().min(1).max(100),
          point: z
            .string()
            .regex(/^-?\d{1,4}(\.\d{1,2})?$/)
            .optional(),
          grade: Grade,
        }),
      )
      .min(1)
      .max(100),
    ...seen,
  }),
  /** Its bets count as if they had not been picked. After the end, only super admins may. */
  z.strictObject({ action: z.literal('voidMarket'), ...event, market, ...seen }),
  /** All markets. Before the end, the event is abandoned. */
  z.strictObject({ action: z.literal('voidEvent'), ...event, ...seen }),
  z.strictObject({ action: z.literal('voidBet'), betId: Given, ...seen }),
  /** For super admins, after a settlement. */
  z.strictObject({ action: z.literal('resettleBet'), betId: Given, ...seen }),
] as const

/** Where a decision waits: on the event, or on the bet, that it is about. */
const waiting = { request: Given, eventId: Given.optional(), betId: Given.optional() }
const isOne = ({ eventId, betId }: { readonly eventId?: unknown; readonly betId?: unknown }): boolean =>
  (eventId === undefined) !== (betId === undefined)
const NOT_ONE = { error: 'it is about either an event or a bet' }

/** Approved by an admin other than the one who asked; declined by any. */
export const approvalActions = [
  z.strictObject({ action: z.literal('approveSettlement'), ...waiting, ...seen }).refine(isOne, NOT_ONE),
  z.strictObject({ action: z.literal('declineSettlement'), ...waiting, ...withReason }).refine(isOne, NOT_ONE),
] as const

/** Everything that has a preview. */
export const PreviewedAction = z.discriminatedUnion('action', [...byHandActions, approvalActions[0]])
export type PreviewedAction = z.infer<typeof PreviewedAction>
export type ApprovalAction = z.infer<(typeof approvalActions)[number]>

/** `pendingApproval`: nothing has moved; it waits for another admin. */
export const SettlementDone = z.object({
  success: z.literal(true),
  message: z.string(),
  pendingApproval: z.object({ request: z.string(), moves: z.number() }).optional(),
  position: z.string(),
})
export type SettlementDone = z.infer<typeof SettlementDone>
