import { useRef, useState } from 'react'
import { BottomSheet } from '#ui/components/ui/bottom-sheet.tsx'
import { useSlip, useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { SlipView } from '../model/slip-view.ts'
import type { PlacementActions } from '../model/use-placement.ts'
import { useUncoveredPage } from '../model/use-uncovered-page.ts'
import { PeekBar } from './peek-bar.tsx'
import { SlipBody } from './slip-body.tsx'

/** The slip of phones: a peek bar while prices are picked, and a sheet. Neither covers the price just tapped. */
export default function PhoneSlip({ view, actions }: { view: SlipView; actions: PlacementActions }) {
  const { isOpen, setOpen } = useSlip()
  const { placement } = useSlipEditor()
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const peekButton = useRef<HTMLButtonElement>(null)
  const hasContent = view.lines.length > 0 || placement.phase === 'unknown'
  useUncoveredPage(overlay)
  const close = () => {
    const hadFocus = overlay?.contains(document.activeElement) ?? false
    setOpen(false)
    if (hadFocus) requestAnimationFrame(() => peekButton.current?.focus())
  }
  return (
    <>
      {!isOpen && hasContent && (
        <PeekBar view={view} ref={setOverlay} buttonRef={peekButton} onExpand={() => setOpen(true)} />
      )}
      <BottomSheet open={isOpen} onOpenChange={(open) => (open ? setOpen(true) : close())} label="Bet slip">
        <div ref={setOverlay} className="flex max-h-[72dvh] min-h-0 flex-col">
          <span aria-hidden="true" className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-strong" />
          <SlipBody view={view} actions={actions} onClose={close} isCompact />
        </div>
      </BottomSheet>
    </>
  )
}
