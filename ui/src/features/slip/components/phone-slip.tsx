// The slip on a phone: a peek bar while prices are picked, a sheet when it is drawn up. Neither covers what was tapped.
import { clsx } from 'clsx'
import { ChevronUp, CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { Drawer } from '#ui/components/ui/drawer.tsx'
import { formatCents } from '#ui/lib/money.ts'
import { useSlip, useSlipEntry } from '#ui/model/slip/slip-context.tsx'
import type { SlipView } from '../model/slip-view.ts'
import type { PlacementActions } from '../model/use-placement.ts'
import { SlipBody } from './slip-body.tsx'

export default function PhoneSlip({ view, actions }: { view: SlipView; actions: PlacementActions }) {
  const { open, setOpen } = useSlip()
  const { placement } = useSlipEntry()
  const [shown, setShown] = useState<HTMLElement | null>(null)
  const peek = useRef<HTMLButtonElement>(null)
  const filled = view.lines.length > 0 || placement.phase === 'unknown'
  useRoomFor(shown)
  const close = () => {
    const focusInside = shown?.contains(document.activeElement) ?? false
    setOpen(false)
    if (focusInside) requestAnimationFrame(() => peek.current?.focus())
  }
  return (
    <>
      {!open && filled && <PeekBar view={view} setShown={setShown} button={peek} onExpand={() => setOpen(true)} />}
      <Drawer open={open} onOpenChange={(next) => (next ? setOpen(true) : close())} side="bottom" label="Bet slip">
        <div ref={setShown} className="flex max-h-[72dvh] min-h-0 flex-col">
          <span aria-hidden="true" className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-strong" />
          <SlipBody view={view} actions={actions} onClose={close} compact />
        </div>
      </Drawer>
    </>
  )
}

interface PeekBarProps {
  view: SlipView
  setShown: (element: HTMLElement | null) => void
  button: RefObject<HTMLButtonElement | null>
  onExpand: () => void
}

/** Count and return, and whether something wants attention, above the navigation. */
function PeekBar({ view: { lines, totals, mode, block }, setShown, button, onExpand }: PeekBarProps) {
  const { phase } = useSlipEntry().placement
  const attention = phase === 'unknown' || block?.code === 'odds'
  const title = lines.length === 1 ? (lines[0]?.selection.selection ?? '') : mode === 'parlay' ? 'Parlay' : 'Singles'
  return (
    <div
      ref={setShown}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))] z-20 px-2 pb-2"
    >
      <button
        ref={button}
        type="button"
        aria-expanded={false}
        onClick={onExpand}
        className="flex h-14 w-full items-center gap-3 rounded-card border border-strong bg-surface px-4 text-left shadow-float"
      >
        <Count value={lines.length} className={clsx(!attention && 'bg-accent! text-on-accent!')} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-body">
            Bet slip <span className="font-normal text-muted">· {title}</span>
          </span>
          {attention ? (
            <span className="flex items-center gap-1 truncate text-second text-warning">
              <CircleAlert aria-hidden="true" className="size-3.5" />
              {phase === 'unknown' ? 'A bet has no answer yet' : 'Odds have changed'}
            </span>
          ) : (
            <span className="block truncate text-muted text-second">
              {totals.odds === null ? `${lines.length} bets` : `Odds ${totals.odds}`}
            </span>
          )}
        </span>
        {totals.returnCents !== null && !attention && (
          <span className="text-right">
            <span className="block text-label text-muted">Returns</span>
            <span className="block font-semibold text-accent text-body">{formatCents(totals.returnCents)}</span>
          </span>
        )}
        <ChevronUp aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </button>
    </div>
  )
}

/**
 * Leaves room below the page for what floats above it, and moves the page when the price just tapped would lie
 * underneath.
 */
function useRoomFor(shown: HTMLElement | null) {
  const tapped = useRef<Element | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('[aria-pressed]') : null
      if (target !== null) tapped.current = target
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  useEffect(() => {
    if (shown === null) return
    const { style } = document.body
    const makeRoom = () => {
      style.setProperty('padding-bottom', `${shown.offsetHeight}px`)
      const target = tapped.current
      tapped.current = null
      if (target?.isConnected) uncover(target, window.innerHeight - shown.offsetHeight - bottomNavHeight())
    }
    const observer = new ResizeObserver(makeRoom)
    observer.observe(shown)
    return () => {
      observer.disconnect()
      style.removeProperty('padding-bottom')
    }
  }, [shown])
}

const ROOM_PX = 12

/** Scrolls the page until `target` ends above `top`. */
function uncover(target: Element, top: number) {
  const hidden = target.getBoundingClientRect().bottom + ROOM_PX - top
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (hidden > 0) window.scrollBy({ top: hidden, behavior: still ? 'instant' : 'smooth' })
}

const bottomNavHeight = (): number => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bottom-nav-height'))
  return (Number.isFinite(rem) ? rem : 0) * 16
}
