import { Link } from '@tanstack/react-router'
import { Count } from '#ui/components/ui/badge.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { sectionGroups } from '../../model/sections.ts'
import { useSectionCounts } from '../../model/use-section-counts.ts'
import { useReadsOnly } from '../desk/for-writers.tsx'
import { deskLinkStyle, linkCountStyle } from './desk-link-style.ts'

/** The navigation beside the sections, where there is room; on narrower screens they are in the header's menu. */
export function SectionNav() {
  const counts = useSectionCounts()
  const readsOnly = useReadsOnly()
  return (
    <nav
      aria-label={desk.sections}
      className="sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] overflow-y-auto border-border border-r px-3 py-3 lg:block"
    >
      <Link to="/admin" activeOptions={{ exact: true, includeSearch: false }} className={deskLinkStyle}>
        {admin.panel}
      </Link>
      {sectionGroups(readsOnly).map(([group, sections]) => (
        <div key={group}>
          {desk.groups[group] !== '' && (
            <p id={`group-${group}`} className="px-3 pt-3 pb-0.5 text-muted text-second">
              {desk.groups[group]}
            </p>
          )}
          <ul aria-labelledby={desk.groups[group] === '' ? undefined : `group-${group}`}>
            {sections.map(({ name, title, to }) => (
              <li key={name}>
                <Link to={to} activeOptions={{ includeSearch: false }} className={deskLinkStyle}>
                  <span className="min-w-0 grow truncate">{title}</span>
                  {counts[name] !== undefined && <Count value={counts[name]} className={linkCountStyle} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
