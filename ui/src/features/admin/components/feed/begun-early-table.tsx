import type { FeedHealth } from '#services/contract/contract.ts'
import { feed as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import type { DeskTableProps } from '../desk/table/table-props.ts'
import { eventColumn } from './event-column.tsx'

type Early = FeedHealth['begunEarly'][number]

type Props = Pick<DeskTableProps<Early>, 'rows' | 'query'>

/** Events that take no bets because the provider reports them as begun or over before their start. */
export const BegunEarlyTable = ({ rows, query }: Props) => (
  <DeskTable
    label={texts.begunEarly}
    columns={columns}
    rows={rows}
    rowKey={({ eventId }) => eventId}
    query={query}
    empty={{ text: '' }}
    top={
      <div className="border-border border-b px-4 py-2.5">
        <h2 className="text-section">{texts.begunEarly}</h2>
        <p className="text-muted text-second">{texts.begunEarlyHint}</p>
      </div>
    }
  />
)

const columns: readonly Column<Early>[] = [
  eventColumn,
  {
    key: 'told',
    title: texts.told,
    cell: ({ completed, score }) => texts.toldOf(completed, score && `${score.home}–${score.away}`),
  },
  { key: 'start', title: texts.start, isFigure: true, cell: ({ commence_time }) => formatDayTime(commence_time) },
  { key: 'since', title: texts.since, isFigure: true, cell: ({ since }) => formatDayTime(since) },
]
