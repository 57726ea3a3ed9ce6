import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Where the panel's column begins while the page is not scrolled, in pixels: the panel stays there when the page
 * scrolls.
 */
export function useRestingTop(panel: RefObject<HTMLElement | null>, isShown: boolean): number | null {
  const [top, setTop] = useState<number | null>(null)
  useLayoutEffect(() => {
    const column = panel.current?.parentElement
    if (!isShown || !column) return
    const measure = () => {
      const padding = Number.parseFloat(getComputedStyle(column).paddingTop) || 0
      setTop(Math.round(column.getBoundingClientRect().top + window.scrollY + padding))
    }
    measure()
    // Content above the column, such as a line of chips, takes its height from the column.
    const observer = new ResizeObserver(measure)
    observer.observe(column)
    return () => observer.disconnect()
  }, [panel, isShown])
  return top
}
