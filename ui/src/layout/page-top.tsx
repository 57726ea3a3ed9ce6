// A line above the page's content and the slip, as wide as both.
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/**
 * The element of the frame that the line is rendered into. Null until it is mounted; undefined where there is no frame.
 */
export const PageTopSlot = createContext<HTMLElement | null | undefined>(undefined)

/** Renders its children on that line; without a frame, in place. */
export function PageTop({ children }: { children: ReactNode }) {
  const slot = useContext(PageTopSlot)
  const line = <div className="pt-2">{children}</div>
  if (slot === undefined) return line
  return slot && createPortal(line, slot)
}
