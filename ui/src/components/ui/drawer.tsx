import { Drawer as Base } from '@base-ui/react/drawer'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** 'right' is a floating panel beside the page, 'bottom' a sheet above the phone's navigation. */
  side: 'right' | 'bottom'
  /** Names the drawer for assistive technology; the visible heading is the caller's own. */
  label: string
  children: ReactNode
  className?: string
}

/**
 * A drawer that leaves the page usable: no focus trap, no scroll lock, focus stays where it was, outside presses do not
 * close it. Escape and a swipe do. Load it lazily.
 */
export function Drawer({ open, onOpenChange, side, label, children, className }: DrawerProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      modal={false}
      disablePointerDismissal
      swipeDirection={side === 'right' ? 'right' : 'down'}
    >
      <Base.Portal>
        <Base.Viewport className="pointer-events-none fixed inset-0 z-30">
          <Base.Popup
            initialFocus={false}
            finalFocus={false}
            aria-label={label}
            className={clsx(
              'pointer-events-auto fixed flex flex-col overflow-hidden border border-strong bg-surface shadow-float outline-none transition-[transform,opacity] duration-200 ease-out data-swiping:select-none data-swiping:duration-0',
              side === 'right'
                ? 'top-[calc(var(--header-height)+1.25rem)] right-4 max-h-[calc(100dvh-var(--header-height)-2.5rem)] w-[23.75rem] rounded-slip [transform:translateX(var(--drawer-swipe-movement-x,0px))] data-ending-style:[transform:translateX(1.5rem)] data-starting-style:[transform:translateX(1.5rem)] data-ending-style:opacity-0 data-starting-style:opacity-0'
                : 'inset-x-0 bottom-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))] max-h-[72dvh] rounded-t-slip border-b-0 [transform:translateY(var(--drawer-swipe-movement-y,0px))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)]',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** What may scroll inside a drawer without being taken for a swipe. */
export const DrawerContent = Base.Content
export const DrawerClose = Base.Close
