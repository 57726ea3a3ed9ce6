import { useEffect, useState } from 'react'
import { scrollToSection } from './scroll-to-section.ts'
import type { Section } from './sections.ts'

export interface OpenSections {
  isOpen(section: Section): boolean
  setOpen(section: Section, isOpen: boolean): void
}

/** At first the summary and the section in the address are open; a section that comes into the address opens too. */
export function useOpenSections(inAddress: Section | undefined): OpenSections {
  const [open, setAll] = useState<ReadonlySet<Section>>(
    new Set<Section>(['summary', ...(inAddress ? [inAddress] : [])]),
  )
  useEffect(() => {
    if (inAddress === undefined) return
    setAll((before) => (before.has(inAddress) ? before : new Set([...before, inAddress])))
    return scrollToSection(inAddress)
  }, [inAddress])
  return {
    isOpen: (section) => open.has(section),
    setOpen: (section, isOpen) =>
      setAll((before) => {
        const next = new Set(before)
        if (isOpen) next.add(section)
        else next.delete(section)
        return next
      }),
  }
}
