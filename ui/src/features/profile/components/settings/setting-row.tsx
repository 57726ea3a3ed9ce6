import type { ReactNode, Ref } from 'react'

/** One setting in a card: its name on the left, the control on the right; below it on phones. */
export function SettingRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-border bg-surface p-4">
      {children}
    </div>
  )
}

type SettingCardProps = {
  id: string
  title: string
  hint: ReactNode
  children: ReactNode
  /** Takes the focus when the focused control is gone. */
  ref?: Ref<HTMLElement>
}

/** A setting with several controls, under a heading of its own. */
export function SettingCard({ id, title, hint, children, ref }: SettingCardProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="rounded-card border border-border bg-surface p-4 outline-none"
      aria-labelledby={id}
    >
      <h2 id={id} className="font-medium text-body">
        {title}
      </h2>
      <p className="mb-4 max-w-[60ch] text-muted text-second">{hint}</p>
      {children}
    </section>
  )
}
