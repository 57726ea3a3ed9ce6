import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMediaQuery, WIDE_SCREEN } from '#ui/lib/use-media-query.ts'
import { useSlipView } from '../model/slip-view.ts'
import { usePlacement } from '../model/use-placement.ts'
import { useStakeShortcut } from '../model/use-stake-shortcut.ts'
import { Receipts } from './receipt/receipts.tsx'
import { SidePanel } from './side-panel.tsx'

/** Loads the code of the sheet on phones only. */
const PhoneSlip = lazy(() => import('./phone-slip.tsx'))

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
      {isWide ? (
        <SidePanel view={view} actions={actions} />
      ) : (
        <Suspense fallback={null}>
          <PhoneSlip view={view} actions={actions} />
        </Suspense>
      )}
      <Receipts onClose={actions.closeReceipts} />
    </>
  )
}
