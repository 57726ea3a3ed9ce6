import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in the slip, around `part`, when the focused element is replaced, as Place bet is when an answer is
 * lost. Buttons that are removed with their row move the focus themselves: see focus-next.ts.
 */
export function useHeldFocus(part: RefObject<HTMLElement | null>): void {
  const held = useRef<EventTarget | null>(null)
  useEffect(() => {
    const slip = part.current?.closest('[data-slip]')
    const hold = ({ target }: Event) => {
      held.current = target
    }
    // A null `relatedTarget` may mean that the focused element was removed.
    const leave = ({ relatedTarget }: Event & { relatedTarget?: EventTarget | null }) => {
      if (relatedTarget !== null) held.current = null
    }
    slip?.addEventListener('focusin', hold)
    slip?.addEventListener('focusout', leave)
    return () => {
      slip?.removeEventListener('focusin', hold)
      slip?.removeEventListener('focusout', leave)
    }
  }, [part])
  useEffect(() => {
    if (!(held.current instanceof Element) || held.current.isConnected) return
    const frame = requestAnimationFrame(() => {
      held.current = null
      if (document.activeElement !== document.body) return
      const slip = part.current?.closest('[data-slip]')
      const next = slip?.querySelector<HTMLElement>('[data-slip-place]') ?? slip?.querySelector('[data-slip-close]')
      if (next instanceof HTMLElement) next.focus()
    })
    return () => cancelAnimationFrame(frame)
  })
}
