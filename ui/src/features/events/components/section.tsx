import { type ReactNode, useId } from 'react'

type SectionProps = { title: string; suffix?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A titled part of a page. The suffix names the filter. */
export function Section({ title, suffix, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-5">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={id} className="text-title">
          {title}
          {suffix && <span className="ml-2.5 font-normal text-body text-muted tracking-normal">{suffix}</span>}
        </h2>
        {aside && <div className="ml-auto">{aside}</div>}
      </div>
      {children}
    </section>
  )
}
