import { useEffect, useRef } from 'react'

const MARGIN_PX = 12

/** Pads the page by the height of an overlay at its bottom, and scrolls when it would cover the price just tapped. */
export function useUncoveredPage(overlay: HTMLElement | null): void {
  const lastTapped = useRef<Element | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const price = event.target instanceof Element ? event.target.closest('[aria-pressed]') : null
      if (price !== null) lastTapped.current = price
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  useEffect(() => {
    if (overlay === null) return
    const { style } = document.body
    const makeRoom = () => {
      style.setProperty('padding-bottom', `${overlay.offsetHeight}px`)
      const price = lastTapped.current
      lastTapped.current = null
      if (price?.isConnected) scrollAbove(price, window.innerHeight - overlay.offsetHeight - bottomNavHeight())
    }
    const observer = new ResizeObserver(makeRoom)
    observer.observe(overlay)
    return () => {
      observer.disconnect()
      style.removeProperty('padding-bottom')
    }
  }, [overlay])
}

/** Scrolls the page until `element` ends above `top`. */
function scrollAbove(element: Element, top: number) {
  const covered = element.getBoundingClientRect().bottom + MARGIN_PX - top
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (covered > 0) window.scrollBy({ top: covered, behavior: isMotionReduced ? 'instant' : 'smooth' })
}

const bottomNavHeight = (): number => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bottom-nav-height'))
  return (Number.isFinite(rem) ? rem : 0) * 16
}
