import { useRef } from 'react'
import { useSlip, useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { focusOpener } from '../model/focus/enter-and-leave.ts'
import { useCloseOnEscape } from '../model/focus/use-close-on-escape.ts'
import type { PlacementActions } from '../model/placing/use-placement.ts'
import type { SlipView } from '../model/slip-view.ts'
import { useRestingTop } from '../model/use-resting-top.ts'
import { SlipBody } from './slip-body.tsx'

/** The slip on wide screens, in a column that is always reserved: opening it moves nothing under the pointer. */
export function SidePanel({ view, actions }: { view: SlipView; actions: PlacementActions }) {
  const { isOpen, setOpen } = useSlip()
  const { placement } = useSlipEditor()
  const panel = useRef<HTMLDivElement>(null)
  const top = useRestingTop(panel, isOpen)
  const close = () => {
    const hadFocus = panel.current?.contains(document.activeElement) ?? false
    setOpen(false)
    if (hadFocus) focusOpener()
  }
  useCloseOnEscape(isOpen, close)
  if (!isOpen) return null
  const isFilled = (view.lines.length > 0 && !view.isAdmin) || placement.phase === 'unknown'
  return (
    <div
      ref={panel}
      data-slip=""
      style={
        top === null
          ? undefined
          : // As high with one selection as with many, so that Place bet does not move.
            { top, [isFilled ? 'height' : 'maxHeight']: `calc(100dvh - ${top}px - 0.75rem)` }
      }
      className="sticky flex flex-col self-start overflow-y-auto rounded-slip border border-strong bg-surface shadow-float"
    >
      <SlipBody view={view} actions={actions} onClose={close} />
    </div>
  )
}
