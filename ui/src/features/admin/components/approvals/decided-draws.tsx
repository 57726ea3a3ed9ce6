import type { Approvals } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { approvals } from '#ui/lib/messages/desk/floats.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import type { DecidedDraw } from '../../api/admins.ts'
import { TrailLink } from '../desk/sentence.tsx'
import { ownError } from '../desk/server-lost.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import type { DeskTableProps } from '../desk/table/table-props.ts'
import { useNews } from '../desk/table/use-news.ts'

const nameOf = (name: string | null): string => name ?? approvals.somebody

function decisionOf({ basis, state, decidedBy }: DecidedDraw): string {
  if (state === 'declined') return approvals.declinedBy(nameOf(decidedBy))
  if (state === 'replaced') return approvals.replacedBy(nameOf(decidedBy))
  if (basis === 'approval') return approvals.approvedBy(nameOf(decidedBy))
  return basis === 'budget' ? approvals.withinBudget : approvals.ownGrant
}

/** A reason as given, a few words to a line, for a column of its own. */
export const reasonText = (text: string | null) =>
  text && <span className="whitespace-normal [overflow-wrap:anywhere] md:block md:w-max md:max-w-72">{text}</span>

const columns: readonly Column<DecidedDraw>[] = [
  { key: 'asked', title: approvals.asked, cell: ({ requestedAt }) => formatDayTime(requestedAt) },
  { key: 'whom', title: approvals.whom, isName: true, cell: ({ username }) => nameOf(username) },
  { key: 'by', title: approvals.by, isNamed: true, cell: ({ requestedBy }) => nameOf(requestedBy) },
  { key: 'reason', title: approvals.reason, isNamed: true, cell: ({ reason }) => reasonText(reason) },
  {
    key: 'amount',
    title: approvals.amount,
    isFigure: true,
    cell: ({ amount, state }) => (
      <Money amount={amount} {...(state === 'granted' ? {} : { className: 'text-muted line-through' })} />
    ),
  },
  {
    key: 'decision',
    title: approvals.decision,
    isWide: true,
    cell: (draw) => (
      <>
        {decisionOf(draw)}
        <span className="block text-muted text-second">
          {formatDayTime(draw.decidedAt ?? draw.requestedAt)}{' '}
          {draw.number !== null && <TrailLink number={draw.number} />}
        </span>
        {reasonText(draw.decisionReason)}
      </>
    ),
  },
]

const keyOf = ({ id }: DecidedDraw) => id

type DecidedDrawsProps = { query: DeskTableProps<DecidedDraw>['query'] & { readonly data: Approvals | undefined } }

/**
 * All draws that were granted, by whomever, or declined; in euros. For loading and empty see `DeskTable`; nothing on an
 * error, which the list above shows.
 */
export function DecidedDraws({ query }: DecidedDrawsProps) {
  const isFresh = useNews(query.data?.decided, keyOf)
  if (ownError(query.error) !== null) return null
  return (
    <DeskTable
      label={approvals.decided}
      columns={columns}
      rows={query.data?.decided}
      rowKey={keyOf}
      isFresh={isFresh}
      query={query}
      expected={5}
      empty={{ text: approvals.nothingDecided, hint: approvals.nothingDecidedHint }}
      top={<h2 className="border-border border-b px-4 py-3 text-section">{approvals.decided}</h2>}
    />
  )
}
