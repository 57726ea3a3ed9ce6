import type { ReactNode } from 'react'

type RuleSectionProps = {
  id: string
  title: string
  /** Further ids of the section: a market's alternate lines link to it too. */
  also?: readonly string[]
  children: ReactNode
}

/** A part of the rules that can be linked to. */
export function RuleSection({ id, title, also = [], children }: RuleSectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="mt-7 scroll-mt-20">
      {also.map((key) => (
        <span key={key} id={key} aria-hidden="true" className="scroll-mt-20" />
      ))}
      <h2 id={`${id}-title`} tabIndex={-1} className="text-section outline-none">
        {title}
      </h2>
      <div className="mt-1.5 flex flex-col gap-2 text-body text-muted leading-6">{children}</div>
    </section>
  )
}
