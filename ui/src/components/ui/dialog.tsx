import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Button, buttonStyle } from './button.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

const backdropStyle =
  'fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'
const popupStyle =
  'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full max-w-[30rem] flex-col overflow-y-auto overscroll-contain rounded-t-slip border border-strong bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float outline-none transition-[transform,opacity] duration-200 data-ending-style:translate-y-3 data-starting-style:translate-y-3 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:inset-y-0 sm:my-auto sm:h-fit sm:rounded-slip'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  className?: string
  /** What has the focus at first, instead of the close button. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal dialog: centred on a wide screen, a sheet on a phone. Load it lazily. */
export function Dialog({ open, onOpenChange, title, description, children, className, initialFocus }: DialogProps) {
  useCloseOnBack(open, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Popup className={clsx(popupStyle, className)} {...(initialFocus ? { initialFocus } : {})}>
          <div className="flex items-center justify-between gap-4">
            <Base.Title className="text-section">{title}</Base.Title>
            <Base.Close
              // Its focus ring is inside, clear of the title and the text below.
              className={clsx(
                buttonStyle({ variant: 'ghost', size: 'icon-sm' }),
                '-my-2 -mr-2 outline-offset-[-2px] pointer-coarse:outline-offset-[-6px]',
              )}
              aria-label="Close"
            >
              <X aria-hidden="true" className="size-4" />
            </Base.Close>
          </div>
          {description && <Base.Description className="mt-1 text-body text-muted">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Names the person, the amount and the result. */
  description: ReactNode
  confirmLabel: string
  busyLabel?: string
  busy?: boolean
  isDangerous?: boolean
  /** While something that the dialog asks for is missing. */
  isDisabled?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Confirms an action that cannot be undone. The dialog stays open while busy; the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, busyLabel, busy = false, isDangerous = false } = props
  const change = (next: boolean) => busy || onOpenChange(next)
  useCloseOnBack(open, () => change(false))
  /** Enter confirms, as in a form. A form inside the dialog handles Enter itself. */
  const confirmOnEnter = ({ key, target, nativeEvent }: KeyboardEvent) => {
    const isField = target instanceof HTMLInputElement && target.form === null
    if (key === 'Enter' && isField && !nativeEvent.isComposing && !busy && props.isDisabled !== true) props.onConfirm()
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropStyle} />
        <AlertDialog.Popup className={popupStyle} onKeyDown={confirmOnEnter}>
          <AlertDialog.Title className="text-section">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-body text-muted">{description}</AlertDialog.Description>
          {props.children}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close className={buttonStyle({ variant: 'secondary' })} disabled={busy}>
              Cancel
            </AlertDialog.Close>
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={busyLabel}
              disabled={props.isDisabled}
              onClick={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
