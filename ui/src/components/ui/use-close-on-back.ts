import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** What is open, and how each is closed; the last one opened is above the others. */
const layers: { close: () => void }[] = []

/** Closes what is open when the user goes back, which on a phone is a gesture, instead of leaving the page beneath it. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const layer = useRef({ close })
  useEffect(() => {
    layer.current.close = close
  })
  useEffect(() => {
    const own = layer.current
    if (!isOpen) return
    layers.push(own)
    return () => void layers.splice(layers.indexOf(own), 1)
  }, [isOpen])
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const isBack = action === 'BACK'
      if (isBack) layers.at(-1)?.close()
      return isBack
    },
    disabled: !isOpen,
    enableBeforeUnload: false,
  })
}
