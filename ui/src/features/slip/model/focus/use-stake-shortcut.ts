import { useEffect } from 'react'
import { useSlip } from '#ui/model/slip/slip-context.ts'

/** The key S moves the focus from a price to the stake, past all prices in between. Escape moves it back. */
export function useStakeShortcut(): void {
  const { setOpen, selections } = useSlip()
  const hasSelections = selections.length > 0
  useEffect(() => {
    if (!hasSelections) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(event.target instanceof Element) || event.target.closest('main [aria-pressed]') === null) return
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-slip-stake]')?.focus())
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [hasSelections, setOpen])
}
