import { clsx } from 'clsx'
import { SECTION_TITLES, SECTIONS, type Section } from '../model/sections.ts'

export function SectionNav({ current, onShow }: { current: Section; onShow: (section: Section) => void }) {
  return (
    <nav aria-label="Sections" className="hidden self-start lg:sticky lg:top-20 lg:block">
      <ul className="flex flex-col gap-1">
        {SECTIONS.map((section) => (
          <li key={section}>
            <button
              type="button"
              aria-current={section === current ? 'true' : undefined}
              onClick={() => onShow(section)}
              className={clsx(
                'flex h-10 w-full items-center rounded-control px-3 text-left font-medium text-body transition-colors hover:text-text',
                section === current ? 'bg-raised text-text' : 'text-muted',
              )}
            >
              {SECTION_TITLES[section]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
