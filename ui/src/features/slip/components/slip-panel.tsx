import { useLocation } from '@tanstack/react-router'
import { useMediaQuery, WIDE_SCREEN } from '#ui/lib/use-media-query.ts'
import { useStakeShortcut } from '../model/focus/use-stake-shortcut.ts'
import { usePlacement } from '../model/placing/use-placement.ts'
import { useSlipView } from '../model/slip-view.ts'
import { PhoneSlip } from './phone-slip.tsx'
import { Receipts } from './receipt/receipts.tsx'
import { SidePanel } from './side-panel.tsx'

/** The slip beside or above every page but its own: a side panel, or a sheet on phones. Load it lazily. */
export function SlipPanel() {
  const isSlipPage = useLocation({ select: (location) => location.pathname === '/betslip' })
  return isSlipPage ? null : <SlipOverlay />
}

function SlipOverlay() {
  const view = useSlipView()
  const actions = usePlacement(view)
  const isWide = useMediaQuery(WIDE_SCREEN)
  useStakeShortcut()
  return (
    <>
      {isWide ? <SidePanel view={view} actions={actions} /> : <PhoneSlip view={view} actions={actions} />}
      <Receipts onClose={actions.closeReceipts} />
    </>
  )
}
