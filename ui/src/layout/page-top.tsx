// A page's own line above its content and the slip, as wide as both.
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The element that the frame keeps for it: null until it is there, undefined where there is no frame. */
export const PageTopSlot = createContext<HTMLElement | null | undefined>(undefined)

export function PageTop({ children }: { children: ReactNode }) {
  const slot = useContext(PageTopSlot)
  const line = <div className="pt-2">{children}</div>
  if (slot === undefined) return line
  return slot && createPortal(line, slot)
}
