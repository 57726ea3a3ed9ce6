import { useState } from 'react'

/**
 * The opened item as the list last had it. It stays open when the list no longer has it, because another item was added
 * before it, say. Undefined if the list never had it.
 */
export function useLastKnown<Item>(found: Item | undefined, isOpen: (item: Item) => boolean): Item | undefined {
  const [kept, setKept] = useState(found)
  if (found !== undefined && found !== kept) setKept(found)
  if (found !== undefined) return found
  return kept !== undefined && isOpen(kept) ? kept : undefined
}
