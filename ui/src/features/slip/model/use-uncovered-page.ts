import { useEffect, useRef } from 'react'
import { scrollBehavior } from './scroll-behavior.ts'

const MARGIN_PX = 12

/** Input after which the visitor has moved on from the price. */
const MOVES_ON = ['wheel', 'touchmove', 'keydown'] as const

/**
 * Sets the height of an overlay at the bottom as a CSS variable, which pads the page, and scrolls if the overlay would
 * cover the price just tapped: each time the overlay grows (by the selection, then by a change of its price), until the
 * visitor moves on.
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
      // So that focused elements are scrolled out from under it.
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

/** Scrolls the page until the bottom of `element` is above `top`. */
function scrollAbove(element: Element, top: number) {
  const covered = element.getBoundingClientRect().bottom + MARGIN_PX - top
  if (covered > 0) window.scrollBy({ top: covered, behavior: scrollBehavior() })
}

const bottomNavHeight = (): number => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bottom-nav-height'))
  return (Number.isFinite(rem) ? rem : 0) * 16
}
