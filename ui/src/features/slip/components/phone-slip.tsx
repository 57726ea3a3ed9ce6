import { useState } from 'react'
import { BottomSheet } from '#ui/components/ui/bottom-sheet.tsx'
import { useCloseOnBack } from '#ui/components/ui/use-close-on-back.ts'
import { useSlip, useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { focusOpener } from '../model/focus/enter-and-leave.ts'
import { useCloseOnEscape } from '../model/focus/use-close-on-escape.ts'
import type { PlacementActions } from '../model/placing/use-placement.ts'
import type { SlipView } from '../model/slip-view.ts'
import { useUncoveredPage } from '../model/use-uncovered-page.ts'
import { PeekBar } from './peek-bar.tsx'
import { SlipBody } from './slip-body.tsx'

/** The slip on phones: a peek bar while prices are picked, and a sheet. Neither covers the price just tapped. */
export function PhoneSlip({ view, actions }: { view: SlipView; actions: PlacementActions }) {
  const { isOpen, setOpen } = useSlip()
  const { placement } = useSlipEditor()
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const hasContent = view.lines.length > 0 || placement.phase === 'unknown'
  useUncoveredPage(overlay)
  const close = () => {
    const hadFocus = overlay?.contains(document.activeElement) ?? false
    setOpen(false)
    if (hadFocus) focusOpener()
  }
  useCloseOnEscape(isOpen, close)
  useCloseOnBack(isOpen, close)
  if (isOpen) {
    return (
      <BottomSheet ref={setOverlay} onClose={close}>
        <SlipBody view={view} actions={actions} onClose={close} isCompact />
      </BottomSheet>
    )
  }
  if (!hasContent) return null
  return <PeekBar view={view} ref={setOverlay} onExpand={() => setOpen(true)} />
}
