import type { ReactNode } from 'react'
import { Pager } from '../../desk/pager.tsx'
import { QueueGroup } from './queue-group.tsx'
import type { KeptPage, KeptRow } from './use-kept.ts'

type WaitingGroupProps<Row> = {
  title: string
  /** How many there are in all; undefined while it is unknown. */
  count: number | undefined
  kept: KeptPage<Row>
  children: (kept: KeptRow<Row>) => ReactNode
}

/** A group of what waits, in pages. */
export function WaitingGroup<Row>({ title, count, kept, children }: WaitingGroupProps<Row>) {
  return (
    <QueueGroup title={title} count={count} kept={kept} rows={kept.rows.map(children)}>
      <Pager label={title} {...kept.pages} />
    </QueueGroup>
  )
}
