import { useEffect, useRef } from 'react'
import { scrollBehavior } from './scroll-behavior.ts'

const MARGIN_PX = 12

/** What somebody does to be elsewhere on the page. */
const MOVES_ON = ['wheel', 'touchmove', 'keydown'] as const

/**
 * Tells styles the height of an overlay at the page's bottom, by which the page is padded, and scrolls when it would cover the price
 * just tapped: however often the overlay grows (by the selection, then by what its price does), until somebody moves on.
 */
export function useUncoveredPage(overlay: HTMLElement | null): void {
  const lastTapped = useRef<Element | null>(null)
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      lastTapped.current = target instanceof Element ? target.closest('[aria-pressed]') : null
    }
    const onMove = () => {
      lastTapped.current = null
    }
    document.addEventListener('click', onClick, true)
    for (const move of MOVES_ON) document.addEventListener(move, onMove, { capture: true, passive: true })
    return () => {
      document.removeEventListener('click', onClick, true)
      for (const move of MOVES_ON) document.removeEventListener(move, onMove, true)
    }
  }, [])
  useEffect(() => {
    if (overlay === null) return
    const { style } = document.documentElement
    const makeRoom = () => {
      style.setProperty('--overlay-height', `${overlay.offsetHeight}px`)
      // what the keyboard comes to is scrolled out from under it
      style.scrollPaddingBottom = `calc(${overlay.offsetHeight}px + var(--bottom-nav-height) + 0.75rem)`
      const price = lastTapped.current
      if (price?.isConnected) scrollAbove(price, window.innerHeight - overlay.offsetHeight - bottomNavHeight())
    }
    const observer = new ResizeObserver(makeRoom)
    observer.observe(overlay)
    return () => {
      observer.disconnect()
      style.removeProperty('--overlay-height')
      style.removeProperty('scroll-padding-bottom')
    }
  }, [overlay])
}

/** Scrolls the page until `element` ends above `top`. */
function scrollAbove(element: Element, top: number) {
  const covered = element.getBoundingClientRect().bottom + MARGIN_PX - top
  if (covered > 0) window.scrollBy({ top: covered, behavior: scrollBehavior() })
}

const bottomNavHeight = (): number => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bottom-nav-height'))
  return (Number.isFinite(rem) ? rem : 0) * 16
}
