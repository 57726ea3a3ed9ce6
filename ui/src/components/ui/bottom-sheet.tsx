import type { ReactNode, Ref } from 'react'
import { useSwipeDown } from './use-swipe-down.ts'

type BottomSheetProps = {
  ref?: Ref<HTMLDivElement>
  onClose: () => void
  children: ReactNode
}

/**
 * A sheet above the phone's navigation that leaves the page usable: no focus trap, no scroll lock, and presses outside
 * do not close it. A swipe down on its grip does; the caller adds Escape, a close button and the accessible name.
 * Scrolls if it does not fit below the header, as on a phone in landscape or at 200 % zoom.
 */
export function BottomSheet({ ref, onClose, children }: BottomSheetProps) {
  const swipe = useSwipeDown(onClose)
  return (
    <div
      ref={ref}
      data-slip=""
      style={{ transform: swipe.offset === 0 ? undefined : `translateY(${swipe.offset}px)` }}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))] z-30 flex max-h-[min(80dvh,100dvh-var(--header-height)-var(--bottom-nav-height)-env(safe-area-inset-bottom))] flex-col overflow-y-auto overflow-x-hidden overscroll-contain rounded-t-slip border border-strong border-b-0 bg-surface shadow-float transition-[transform,opacity] duration-200 ease-out starting:translate-y-full starting:opacity-0 md:right-4 md:left-auto md:w-[23.75rem]"
    >
      <div {...swipe.grip} className="flex h-4 shrink-0 touch-none justify-center pt-2">
        <span aria-hidden="true" className="h-1 w-10 rounded-full bg-strong" />
      </div>
      {children}
    </div>
  )
}
