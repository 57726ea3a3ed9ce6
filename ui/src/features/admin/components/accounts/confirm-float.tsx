import type { Approvals } from '#services/contract/contract.ts'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { formatCents } from '#ui/lib/money.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { MoneyChanges } from '../desk/money-changes.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

/** Where the missing amount comes from, or where a surplus goes. In cents. */
function fromTreasury(missing: number): string {
  if (missing === 0) return floats.treasuryKeeps
  return missing > 0 ? floats.fromTreasury(formatCents(missing)) : floats.toTreasury(formatCents(-missing))
}

const centsOf = (euros: number): number => Math.round(euros * 100)

type ConfirmFloatProps = {
  /** Names the admin. */
  title: string
  /** Names the amount. */
  confirmLabel: string
  /** Names the amount too; used if the draw will wait for a super admin. */
  waitingLabel: (money: string) => string
  /** Undefined while it loads. */
  budget: Approvals | undefined
  busyLabel: string
  busy: boolean
  username: string
  /** The float, in cents. */
  before: number
  after: number
  onConfirm: (reason: string) => void
  onClose: () => void
}

/**
 * Asks for confirmation and a reason before the float of an admin is changed from the treasury. Says beforehand if the
 * draw will wait: by the budget as last read, so the server may decide otherwise.
 */
export function ConfirmFloat({
  username,
  before,
  after,
  confirmLabel,
  waitingLabel,
  budget,
  onConfirm,
  ...dialog
}: ConfirmFloatProps) {
  const reason = useReason()
  const missing = after - before
  const isAsked = budget !== undefined && !budget.decides && missing > 0
  const left = budget === undefined ? 0 : Math.max(0, centsOf(budget.dailyBudget) - centsOf(budget.usedToday))
  const waits = isAsked && missing > left
  const money = formatCents(missing)
  return (
    <ConfirmAction
      {...dialog}
      confirmLabel={waits ? waitingLabel(money) : confirmLabel}
      description={
        waits
          ? floats.beyondBudget(money, formatCents(left))
          : isAsked
            ? floats.withinBudget(money, formatCents(left))
            : fromTreasury(missing)
      }
      onConfirm={() => reason.submit(onConfirm)}
    >
      <MoneyChanges
        changes={[{ label: waits ? floats.onceApproved(username) : floats.floatOf(username), before, after }]}
      />
      <ReasonField {...reason.field} />
    </ConfirmAction>
  )
}
