import { type RefObject, useEffect, useRef } from 'react'
import { useSlip } from '#ui/model/slip/slip-context.ts'
import type { SlipView } from '../model/slip-view.ts'
import type { PlacementActions } from '../model/use-placement.ts'
import { SlipBody } from './slip-body.tsx'

/** The slip of wide screens, in a column that the page reserves: opening it moves nothing under the pointer. */
export function SidePanel({ view, actions }: { view: SlipView; actions: PlacementActions }) {
  const { isOpen, setOpen } = useSlip()
  const panel = useRef<HTMLDivElement>(null)
  const restoreFocus = useFocusRestore(panel)
  const close = () => {
    restoreFocus()
    setOpen(false)
  }
  useCloseOnEscape(isOpen, close)
  if (!isOpen) return null
  return (
    <div
      ref={panel}
      className="sticky top-[calc(var(--header-height)+1.25rem)] flex max-h-[calc(100dvh-var(--header-height)-2.5rem)] flex-col self-start overflow-hidden rounded-slip border border-strong bg-surface shadow-float"
    >
      <SlipBody view={view} actions={actions} onClose={close} />
    </div>
  )
}

/** Returns a function that moves the focus from inside the panel to where it was before. */
function useFocusRestore(panel: RefObject<HTMLElement | null>): () => void {
  const lastOutside = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !panel.current?.contains(target)) lastOutside.current = target
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [panel])
  return () => {
    if (panel.current?.contains(document.activeElement)) lastOutside.current?.focus()
  }
}

/** Leaves the key to dialogs and menus that are open above the slip. */
function useCloseOnEscape(isActive: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      const overlay = document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
      if (event.key === 'Escape' && !event.defaultPrevented && overlay === null) latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}
