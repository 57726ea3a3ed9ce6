import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'

const Dialog = lazyPart(() => import('#ui/components/ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type ConfirmActionProps = {
  onClose: () => void
  /** Names the person: 'Deposit to ada?' */
  title: string
  /** What follows from it, in a sentence. */
  description: ReactNode
  /** Names the money: 'Deposit €100.00'. */
  confirmLabel: string
  busyLabel?: string
  busy: boolean
  isDangerous?: boolean
  /** While something is missing that the dialog asks for. */
  isDisabled?: boolean
  onConfirm: () => void
  /** What moves, and the reason: `MoneyChanges`, `ReasonField`. */
  children?: ReactNode
}

/**
 * Asks before something that cannot be undone, naming the person and the money. Render it only while it asks; it stays open while
 * busy, the caller closes it. What was opened stays whatever the lists behind it do.
 */
export function ConfirmAction({ onClose, busyLabel, isDangerous = false, ...rest }: ConfirmActionProps) {
  return (
    <Suspense fallback={null}>
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        isDangerous={isDangerous}
        {...(busyLabel === undefined ? {} : { busyLabel })}
        {...rest}
      />
    </Suspense>
  )
}
