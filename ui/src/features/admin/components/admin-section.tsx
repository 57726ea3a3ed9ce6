import type { ReactNode } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { SECTION_TITLES, type Section } from '../model/sections.ts'
import type { OpenSections } from '../model/use-open-sections.ts'

interface AdminSectionProps {
  section: Section
  openSections: OpenSections
  count?: number | undefined
  children: ReactNode
}

export function AdminSection({ section, openSections, count, children }: AdminSectionProps) {
  return (
    <div id={section}>
      <Collapsible
        title={SECTION_TITLES[section]}
        aside={count === undefined ? undefined : <Count value={count} />}
        open={openSections.isOpen(section)}
        onOpenChange={(isOpen) => openSections.setOpen(section, isOpen)}
      >
        {children}
      </Collapsible>
    </div>
  )
}
