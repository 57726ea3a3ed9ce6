import type { ReactNode } from 'react'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import type { Kept } from './use-kept.ts'

type QueueGroupProps = {
  title: string
  /** Undefined while it is unknown. */
  count: number | string | undefined
  /** List items. */
  rows: readonly ReactNode[] | undefined
  /** The rows that came and left since they were shown. */
  kept?: Pick<Kept<unknown>, 'news' | 'left' | 'update'>
  /** Shown below the rows. */
  children?: ReactNode
}

/** A group of the queue. Without rows it is only its heading. Its height does not change when rows are new. */
export function QueueGroup({ title, count, rows = [], kept, children }: QueueGroupProps) {
  const isOld = kept !== undefined && kept.news + kept.left > 0
  return (
    <>
      <div className="flex items-center gap-2 border-border border-t bg-inset px-4 py-1.5 text-muted text-second">
        <h2 className="flex grow justify-between gap-2">
          {title}
          <span className="tabular-nums">{count ?? '…'}</span>
        </h2>
        {isOld && (
          <button
            type="button"
            onClick={kept.update}
            className="shrink-0 rounded-sm font-semibold text-accent underline-offset-2 hover:underline touch-around"
          >
            {settlement.changed(kept.news, kept.left)}
            <span className="sr-only">{settlement.changedIn(title)}</span>
          </button>
        )}
      </div>
      {rows.length > 0 && <ul aria-label={title}>{rows}</ul>}
      {children}
    </>
  )
}
