import type { z } from 'zod'
import type { FloatUpdated } from '#services/contract/contract.ts'
import { approvals } from '#ui/lib/messages/desk/floats.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import type { WaitingDraw } from '../../api/admins.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import type { FeedbackState } from '../desk/feedback.tsx'
import { MoneyChanges } from '../desk/money-changes.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

export type Decision = { readonly draw: WaitingDraw; readonly action: 'approveDraw' | 'declineDraw' }

type DecideDrawProps = { decision: Decision; feedback: FeedbackState; onClose: () => void }

/** Asks for confirmation and a reason before a draw is granted or declined; names who asked, for whom and how much. */
export function DecideDraw({ decision: { draw, action }, feedback, onClose }: DecideDrawProps) {
  const why = useReason()
  const decide = useAdminAction<z.infer<typeof FloatUpdated>>()
  const name = draw.username ?? approvals.somebody
  const by = draw.requestedBy ?? approvals.somebody
  const money = formatEuros(draw.amount)
  const isApproval = action === 'approveDraw'
  const before = parseCents(draw.balance) ?? 0
  const after = before + Math.round(draw.amount * 100)
  const send = (reason: string) =>
    decide.mutate(
      { action, drawId: draw.id, reason },
      {
        onSuccess: () => feedback.succeed((isApproval ? approvals.approved : approvals.declined)(money, name)),
        onError: (error) => feedback.fail(error, approvals.decideFailed),
        onSettled: onClose,
      },
    )
  return (
    <ConfirmAction
      onClose={onClose}
      title={(isApproval ? approvals.approveTitle : approvals.declineTitle)(money, name)}
      description={(isApproval ? approvals.approveText : approvals.declineText)(by)}
      confirmLabel={isApproval ? approvals.approveLabel(money) : approvals.declineLabel}
      busyLabel={approvals.deciding}
      busy={decide.isPending}
      isDangerous={!isApproval}
      onConfirm={() => why.submit(send)}
    >
      {draw.reason !== null && (
        <p className="mt-3 text-second [overflow-wrap:anywhere]">
          <span className="text-muted">{approvals.reasonOf(by)}</span> {draw.reason}
        </p>
      )}
      {isApproval && <MoneyChanges changes={[{ label: name, before, after }]} />}
      <ReasonField {...why.field} />
    </ConfirmAction>
  )
}
