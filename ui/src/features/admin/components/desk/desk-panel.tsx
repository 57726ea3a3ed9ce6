import { type ReactNode, useId } from 'react'

type DeskPanelProps = {
  title: string
  /** Beside the title: how many, or since when. */
  hint?: ReactNode
  /** At the right end: a choice, or a link to the whole section. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A card with a heading, beside others on the page. */
export function DeskPanel({ title, hint, aside, className = '', children }: DeskPanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 overflow-hidden rounded-card border border-border bg-surface ${className}`}
    >
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-border border-b px-4 py-1.5">
        <h2 id={id} className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-section">
          {title}
          {hint !== undefined && <span className="font-normal text-muted text-second">{hint}</span>}
        </h2>
        {aside !== undefined && <div className="ml-auto">{aside}</div>}
      </header>
      {children}
    </section>
  )
}
