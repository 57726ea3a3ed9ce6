import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

/** `activeOptions` of the links: the address of this page begins with theirs, yet they are not the current page. */
export const ABOVE = { exact: true }

/** Links to the pages above this one, from the widest to the narrowest. */
export function Breadcrumb({ parts }: { parts: { key: string; link: ReactNode }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-2">
      <ol className="flex flex-wrap items-center gap-1 text-muted text-second">
        {parts.map(({ key, link }, index) => (
          <Fragment key={key}>
            {index > 0 && (
              <li aria-hidden="true">
                <ChevronRight className="size-3.5" />
              </li>
            )}
            <li className="[&_a]:flex [&_a]:items-center [&_a]:touch-around [&_a]:rounded-sm [&_a]:py-1 [&_a:hover]:text-text">
              {link}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
