import { useEffect, useRef } from 'react'

/** Closes on Escape, except while a dialog or menu is open above the slip: the key is theirs then. */
export function useCloseOnEscape(isActive: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      const overlay = document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
      if (event.key === 'Escape' && !event.defaultPrevented && overlay === null) latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}
