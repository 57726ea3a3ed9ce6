import { clsx } from 'clsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'

type QueueRowProps = {
  title: string
  count: string
  detail: string
  isOpen: boolean
  /** The row is no longer waiting. */
  hasLeft?: boolean
  onOpen: () => void
}

/** An event, or a decision that waits for a second admin, with a button that opens it. */
export function QueueRow({ title, count, detail, isOpen, hasLeft = false, onOpen }: QueueRowProps) {
  return (
    <li className="border-border border-t">
      <button
        type="button"
        aria-current={isOpen}
        onClick={onOpen}
        className={clsx(
          'block w-full px-4 py-2 text-left hover:bg-raised touch',
          isOpen && 'bg-raised shadow-[inset_3px_0_0_var(--accent)]',
        )}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span
            className={clsx(
              'min-w-0 font-semibold text-body [overflow-wrap:anywhere]',
              hasLeft && 'text-muted line-through',
            )}
          >
            {title}
          </span>
          <span className="shrink-0 text-second tabular-nums">{count}</span>
        </span>
        <span className="block text-muted text-second">{hasLeft ? settlement.decided : detail}</span>
      </button>
    </li>
  )
}
