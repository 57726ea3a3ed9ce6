import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: string
  suffix?: ReactNode
  /** Beside the title; on narrow screens on a line of its own. */
  filters?: ReactNode
  /** At the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled part of a page. The suffix names the filter. */
export function Section({ title, suffix, filters, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-5 first-of-type:mt-0">
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-title">
          {title}
          {suffix && <span className="ml-2.5 font-normal text-body text-muted tracking-normal">{suffix}</span>}
        </h2>
        {filters && <div className="min-w-0 max-lg:order-last max-lg:w-full lg:ml-auto">{filters}</div>}
        {aside && <div className={clsx('ml-auto', filters && 'lg:ml-0')}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
