import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'

const Dialog = lazyPart(() => import('#ui/components/ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type ConfirmActionProps = {
  onClose: () => void
  /** Names the person: 'Deposit to ada?' */
  title: string
  /** The consequences, in a sentence. */
  description: ReactNode
  /** Names the money: 'Deposit €100.00'. */
  confirmLabel: string
  busyLabel?: string
  busy: boolean
  isDangerous?: boolean
  /** While something that the dialog asks for is missing. */
  isDisabled?: boolean
  onConfirm: () => void
  /** The money that moves, and the reason: `MoneyChanges`, `ReasonField`. */
  children?: ReactNode
}

/**
 * Asks for confirmation of something that cannot be undone, naming the person and the money. Render it only while it
 * asks; it stays open while busy, the caller closes it. It stays open whatever the lists behind it do.
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
