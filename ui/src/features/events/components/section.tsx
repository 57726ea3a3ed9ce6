import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: string
  suffix?: ReactNode
  /** Right after the title, where it moves nothing as it appears. */
  news?: ReactNode
  /** Beside the title; on narrow screens on a line of its own. */
  filters?: ReactNode
  /** At the end of the title's line. */
  aside?: ReactNode
  /** Below the first screen of a phone: laid out there only when it comes near. */
  isLater?: boolean
  children: ReactNode
}

/** The padding leaves room for focus outlines, which would be cut off. */
const LATER = 'max-md:-mx-1 max-md:px-1 max-md:[contain-intrinsic-size:auto_40rem] max-md:[content-visibility:auto]'

/** A titled part of a page. The suffix names the filter. */
export function Section({ title, suffix, news, filters, aside, isLater = false, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={clsx('mt-5 first-of-type:mt-0', isLater && LATER)}>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-title">
          {title}
          {suffix && ' '}
          {suffix && <span className="ml-1.5 font-normal text-body text-muted tracking-normal">{suffix}</span>}
        </h2>
        {news}
        {filters && <div className="min-w-0 max-lg:order-last max-lg:w-full lg:ml-auto">{filters}</div>}
        {aside && <div className={clsx('ml-auto', filters && 'lg:ml-0')}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
