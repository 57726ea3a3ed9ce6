import { useState } from 'react'

/**
 * What is open, as the list last told it: it stays open when the list no longer has it, because somebody else was added before it.
 * Undefined if it was never there.
 */
export function useLastKnown<Item>(found: Item | undefined, isOpen: (item: Item) => boolean): Item | undefined {
  const [kept, setKept] = useState(found)
  if (found !== undefined && found !== kept) setKept(found)
  if (found !== undefined) return found
  return kept !== undefined && isOpen(kept) ? kept : undefined
}
