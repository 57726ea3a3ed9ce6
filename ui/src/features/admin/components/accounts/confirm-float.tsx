import { floats } from '#ui/lib/messages/desk/floats.ts'
import { ReasonField, useReason } from '../customer/reason.tsx'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { MoneyChanges } from '../desk/money-changes.tsx'

type ConfirmFloatProps = {
  /** Names the admin. */
  title: string
  /** Names the money. */
  confirmLabel: string
  busyLabel: string
  busy: boolean
  username: string
  /** The float, in cents. */
  before: number
  after: number
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks before the treasury gives to an admin's float, or takes from it, and why. */
export function ConfirmFloat({ username, before, after, onConfirm, ...dialog }: ConfirmFloatProps) {
  const reason = useReason()
  return (
    <ConfirmAction {...dialog} description={floats.fromTreasury} onConfirm={() => reason.submit(onConfirm)}>
      <MoneyChanges changes={[{ label: floats.floatOf(username), before, after }]} />
      <ReasonField {...reason.field} />
    </ConfirmAction>
  )
}
