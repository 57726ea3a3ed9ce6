import type { z } from 'zod'
import type { Done, FloatDay } from '#services/contract/contract.ts'
import { ownFloat as texts } from '#ui/lib/messages/desk/own-float.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { dayText } from '#ui/lib/time/product-day.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import type { FeedbackState } from '../desk/feedback.tsx'
import { MoneyChanges } from '../desk/money-changes.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

type CloseDayProps = { day: FloatDay; feedback: FeedbackState; onClose: () => void }

/** Asks for confirmation before a day is closed with the balance shown. */
export function CloseDay({ day: { day, opening, closing }, feedback, onClose }: CloseDayProps) {
  const why = useReason()
  const close = useAdminAction<z.infer<typeof Done>>()
  const [name, money] = [dayText(day), formatEuros(closing)]
  const send = (reason: string) =>
    close.mutate(
      { action: 'closeDay', day, closing, reason },
      {
        onSuccess: () => feedback.succeed(texts.closeDone(name, money)),
        onError: (error) => feedback.fail(error, texts.closeFailed),
        onSettled: onClose,
      },
    )
  const change = { label: texts.ofDay(name), before: Math.round(opening * 100), after: Math.round(closing * 100) }
  return (
    <ConfirmAction
      onClose={onClose}
      title={texts.closeTitle(name)}
      description={texts.closeText}
      confirmLabel={texts.closeLabel(money)}
      busyLabel={texts.closeBusy}
      busy={close.isPending}
      onConfirm={() => why.submit(send)}
    >
      <MoneyChanges changes={[change]} />
      <ReasonField {...why.field} />
    </ConfirmAction>
  )
}
