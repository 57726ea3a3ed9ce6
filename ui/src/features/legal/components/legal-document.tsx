import type { ReactNode } from 'react'
import { PageTitle } from '#ui/layout/page-title.tsx'

type LegalSection = { heading: string; text: ReactNode }

/** A page of text: title, one line of summary, sections. */
export function LegalDocument({
  title,
  summary,
  sections,
}: {
  title: string
  summary: string
  sections: LegalSection[]
}) {
  return (
    <article className="max-w-[42rem]">
      <PageTitle>{title}</PageTitle>
      <p className="mt-2 text-body text-muted">{summary}</p>
      {sections.map(({ heading, text }) => (
        <section key={heading} className="mt-6">
          <h2 className="text-section">{heading}</h2>
          <div className="mt-1.5 flex flex-col gap-2 text-body text-muted leading-6">{text}</div>
        </section>
      ))}
    </article>
  )
}
