// Exports: `SlipPanel` (default: the slip beside or above every page; load it lazily). The page /betslip is `SlipPage` in
// slip-page.tsx; `SlipProvider` and `useSlip` are in slip-context.tsx, `selectionOf` in selection.ts.
import { useLocation } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { BESIDE, useMedia } from '#ui/lib/use-media-query.ts'
import { useSlip, useSlipEntry } from '#ui/model/slip/slip-context.tsx'
import { type SlipView, useSlipView } from '../model/slip-view.ts'
import { type PlacementActions, usePlacement } from '../model/use-placement.ts'
import { SlipBody } from './slip-body.tsx'

/** The drawer's code is for phones alone. */
const PhoneSlip = lazy(() => import('./phone-slip.tsx'))
const ReceiptDialog = lazy(() => import('./receipt/receipt-dialog.tsx'))

/** On a wide screen a panel in the column that the shell keeps free, else a sheet with a peek bar. Absent on the slip's own page. */
export default function SlipPanel() {
  const onOwnPage = useLocation({ select: (location) => location.pathname === '/betslip' })
  return onOwnPage ? null : <Overlay />
}

function Overlay() {
  const view = useSlipView()
  const actions = usePlacement(view)
  const beside = useMedia(BESIDE)
  useStakeKey()
  return (
    <>
      {beside ? (
        <SidePanel view={view} actions={actions} />
      ) : (
        <Suspense fallback={null}>
          <PhoneSlip view={view} actions={actions} />
        </Suspense>
      )}
      <Receipts actions={actions} />
    </>
  )
}

/**
 * From a price straight to the stake, past all prices in between: the key S, only while a price has the focus. Escape
 * leads back.
 */
function useStakeKey() {
  const { setOpen, selections } = useSlip()
  const filled = selections.length > 0
  useEffect(() => {
    if (!filled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(event.target instanceof Element) || event.target.closest('main [aria-pressed]') === null) return
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-slip-stake]')?.focus())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [filled, setOpen])
}

/** The receipt dialog, while there is something to show. */
export function Receipts({ actions }: { actions: PlacementActions }) {
  const { receipts } = useSlipEntry().placement
  if (receipts.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ReceiptDialog receipts={receipts} onClose={actions.closeReceipts} />
    </Suspense>
  )
}

/** In the room that the page keeps for it, never over it: a click on a price moves nothing under the pointer. */
function SidePanel({ view, actions }: { view: SlipView; actions: PlacementActions }) {
  const { open, setOpen } = useSlip()
  const panel = useRef<HTMLDivElement>(null)
  const giveFocusBack = useFocusOutside(panel)
  const close = () => {
    giveFocusBack()
    setOpen(false)
  }
  useEscape(open, close)
  if (!open) return null
  return (
    <div
      ref={panel}
      className="sticky top-[calc(var(--header-height)+1.25rem)] flex max-h-[calc(100dvh-var(--header-height)-2.5rem)] flex-col self-start overflow-hidden rounded-slip border border-strong bg-surface shadow-float"
    >
      <SlipBody view={view} actions={actions} onClose={close} />
    </div>
  )
}

/** Remembers what had the focus outside the panel, and gives it back when the panel takes its own away. */
function useFocusOutside(panel: RefObject<HTMLElement | null>): () => void {
  const outside = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !panel.current?.contains(target)) outside.current = target
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [panel])
  return () => {
    if (panel.current?.contains(document.activeElement)) outside.current?.focus()
  }
}

/** Escape closes the slip, unless something above it takes the key. */
function useEscape(active: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      const above = document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
      if (event.key === 'Escape' && !event.defaultPrevented && above === null) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
}
