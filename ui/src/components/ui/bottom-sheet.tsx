import { Drawer } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'

type BottomSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The name for assistive technology; the caller renders the visible heading. */
  label: string
  children: ReactNode
}

/**
 * A sheet above the phone's navigation that leaves the page usable: no focus trap, no scroll lock, and presses outside
 * do not close it. Escape and a swipe do. Load it lazily.
 */
export function BottomSheet({ open, onOpenChange, label, children }: BottomSheetProps) {
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      modal={false}
      disablePointerDismissal
      swipeDirection="down"
    >
      <Drawer.Portal>
        <Drawer.Viewport className="pointer-events-none fixed inset-0 z-30">
          <Drawer.Popup
            initialFocus={false}
            finalFocus={false}
            aria-label={label}
            className="pointer-events-auto fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))] flex max-h-[72dvh] flex-col overflow-hidden rounded-t-slip border border-strong border-b-0 bg-surface shadow-float outline-none transition-[transform,opacity] duration-200 ease-out [transform:translateY(var(--drawer-swipe-movement-y,0px))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:select-none data-swiping:duration-0"
          >
            {children}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
