import { Tabs as Base } from '@base-ui/react/tabs'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** `panel`: null where the tabs only switch what is below them; there is no panel to focus then. */
type TabItem<Value extends string> = { value: Value; label: ReactNode; panel: ReactNode }

type TabsProps<Value extends string> = {
  label: string
  items: TabItem<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /** 'line' below a page title, 'segment' inside a card. */
  variant?: 'line' | 'segment'
  className?: string
}

/** Tabs with their panels; arrow keys move between the tabs. */
export function Tabs<Value extends string>({
  label,
  items,
  value,
  onValueChange,
  variant = 'line',
  className,
}: TabsProps<Value>) {
  const isLine = variant === 'line'
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next as Value)} className={className}>
      <Base.List
        aria-label={label}
        className={clsx(
          'relative flex',
          isLine
            ? 'scroll-quiet gap-1 border-border border-b'
            : 'max-[20rem]:flex-wrap rounded-control bg-inset p-1 ring-1 ring-border ring-inset in-data-[theme=light]:ring-strong',
        )}
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className={clsx(
              'flex h-10 items-center justify-center gap-2 whitespace-nowrap px-3 font-medium text-body text-muted outline-offset-[-2px] transition-colors hover:text-text data-active:text-text touch',
              isLine
                ? '-mb-px border-transparent border-b-2 data-active:border-accent'
                : 'flex-1 rounded-[8px] max-[20rem]:h-auto max-[20rem]:flex-wrap max-[20rem]:gap-0 max-[20rem]:whitespace-normal max-[20rem]:px-1 data-active:bg-raised data-active:ring-1 data-active:ring-strong data-active:ring-inset in-data-[theme=light]:data-active:bg-surface',
            )}
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map(
        ({ value: of, panel }) =>
          panel !== null && (
            <Base.Panel key={of} value={of} className="outline-offset-4">
              {panel}
            </Base.Panel>
          ),
      )}
    </Base.Root>
  )
}
