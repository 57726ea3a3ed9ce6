import { useEffect } from 'react'
import { lastInput } from '#ui/model/last-input.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'

let stake: HTMLElement | null = null

/** The `ref` of the stake field. */
export function stakeRef(element: HTMLElement | null): void {
  stake = element
  focusIfRequested()
}

/** Whether the last input was S, pressed on the price that has the focus. */
function isRequested(input = lastInput()): input is KeyboardEvent {
  if (!(input instanceof KeyboardEvent) || input.ctrlKey || input.metaKey || input.altKey) return false
  const { activeElement } = document
  return (
    input.key.toLowerCase() === 's' &&
    input.target === activeElement &&
    activeElement?.closest('main [aria-pressed]') != null
  )
}

function focusIfRequested() {
  if (isRequested()) stake?.focus()
}

/**
 * The key S moves the focus from a price to the stake field, past all prices in between; Escape moves it back. If it is
 * pressed before the slip has loaded, the price is in it or the sheet is open, it takes effect as soon as the stake
 * field is there.
 */
export function useStakeShortcut(): void {
  const { setOpen, selections } = useSlip()
  const hasSelections = selections.length > 0
  useEffect(() => {
    if (!hasSelections) return
    const follow = () => {
      const input = lastInput()
      if (!isRequested(input)) return
      // Otherwise the letter would be typed into the stake.
      input.preventDefault()
      setOpen(true)
      focusIfRequested()
    }
    follow()
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [hasSelections, setOpen])
}
