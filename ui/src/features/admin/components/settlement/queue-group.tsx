import type { ReactNode } from 'react'

type QueueGroupProps = {
  title: string
  /** Undefined while it is not known. */
  count: number | string | undefined
  /** List items. */
  rows: readonly ReactNode[] | undefined
  /** What is said below them. */
  children?: ReactNode
}

/** A group without rows is its heading. */
export function QueueGroup({ title, count, rows = [], children }: QueueGroupProps) {
  return (
    <>
      <h2 className="flex justify-between border-border border-t bg-inset px-4 py-1.5 text-muted text-second">
        {title}
        <span className="tabular-nums">{count ?? '…'}</span>
      </h2>
      {rows.length > 0 && <ul aria-label={title}>{rows}</ul>}
      {children}
    </>
  )
}
