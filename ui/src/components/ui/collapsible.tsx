import { Collapsible as Base } from '@base-ui/react/collapsible'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type CollapsibleProps = {
  title: ReactNode
  /** At the right end of the heading. */
  aside?: ReactNode
  /** Beside the heading, such as a link; not part of the button that expands. */
  action?: ReactNode
  defaultOpen?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The pointer or the keyboard has reached the heading: the folded content may be preloaded. */
  onApproach?: (() => void) | undefined
  /** The heading's level in the page outline. */
  level?: 2 | 3
  children: ReactNode
  className?: string
}

/** A card that is expanded and collapsed by its heading. */
export function Collapsible(props: CollapsibleProps) {
  const {
    title,
    aside,
    action,
    defaultOpen = false,
    open,
    onOpenChange,
    onApproach,
    level = 2,
    children,
    className,
  } = props
  const Heading = level === 2 ? 'h2' : 'h3'
  const state = open === undefined ? { defaultOpen } : { open }
  return (
    <Base.Root
      {...state}
      {...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {})}
      className={clsx('overflow-hidden rounded-card border border-border bg-surface', className)}
    >
      <div className="flex items-center">
        <Heading className="flex min-w-0 flex-1">
          <Base.Trigger
            onPointerEnter={onApproach}
            onFocus={onApproach}
            className="group flex min-h-12 min-w-0 flex-1 items-center gap-3 px-4 text-left text-section outline-offset-[-2px] hover:bg-inset"
          >
            <span className="flex min-w-0 flex-1 items-center gap-2">{title}</span>
            {aside}
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-muted transition-transform group-data-panel-open:rotate-180"
            />
          </Base.Trigger>
        </Heading>
        {action}
      </div>
      <Base.Panel className="border-border border-t">{children}</Base.Panel>
    </Base.Root>
  )
}
