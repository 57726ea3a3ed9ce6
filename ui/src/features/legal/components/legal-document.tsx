import type { ReactNode } from 'react'
import { PageTitle } from '#ui/layout/page-title.tsx'

export type LegalPart = { heading: string; text: ReactNode }

/** A page of plain text: title, one line of summary, numbered parts. */
export function LegalDocument({ title, summary, parts }: { title: string; summary: string; parts: LegalPart[] }) {
  return (
    <article className="max-w-[42rem]">
      <PageTitle>{title}</PageTitle>
      <p className="mt-2 text-muted text-section">{summary}</p>
      {parts.map(({ heading, text }) => (
        <section key={heading} className="mt-6">
          <h2 className="text-section">{heading}</h2>
          <div className="mt-1.5 flex flex-col gap-2 text-body text-muted leading-6">{text}</div>
        </section>
      ))}
    </article>
  )
}
