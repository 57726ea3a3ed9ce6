import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import type { FeedbackState } from '../desk/feedback.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

/** A switch that is about to be turned. `what` names the scope. */
export type Turn = {
  readonly stops: boolean
  readonly what: string
  readonly scope: { readonly eventId?: string; readonly market?: string }
}

type ConfirmStopProps = {
  turn: Turn
  onClose: () => void
  onDone: (tell: (feedback: FeedbackState) => void) => void
}

/** Asks for confirmation and a reason before betting is stopped or resumed. */
export function ConfirmStop({ turn: { stops, what, scope }, onClose, onDone }: ConfirmStopProps) {
  const why = useReason()
  const action = useAdminAction<z.infer<typeof Done>>()
  const send = (reason: string) =>
    action.mutate(
      { action: stops ? 'stopBetting' : 'resumeBetting', ...scope, reason },
      {
        onSuccess: (reply) => onDone((feedback) => feedback.succeed(reply.message ?? what)),
        onError: (error) => onDone((feedback) => feedback.fail(error, rules.stopFailed)),
      },
    )
  return (
    <ConfirmAction
      onClose={onClose}
      title={stops ? rules.stopWhat(what) : rules.resumeWhat(what)}
      description={stops ? rules.stopConsequence : rules.resumeConsequence}
      confirmLabel={stops ? rules.stop : rules.resume}
      busyLabel={stops ? rules.stopping : rules.resuming}
      busy={action.isPending}
      isDangerous={stops}
      onConfirm={() => why.submit(send)}
    >
      <ReasonField {...why.field} />
    </ConfirmAction>
  )
}
