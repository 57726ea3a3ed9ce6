import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { approvals } from '#ui/lib/messages/desk/floats.ts'
import { formatCents, formatEuros } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { approvalsQuery, type WaitingDraw } from '../../api/admins.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { BeforeAfter } from '../desk/money-changes.tsx'
import { ownError } from '../desk/server-lost.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { Tile, Tiles } from '../desk/tiles.tsx'
import { DecideDraw, type Decision } from './decide-draw.tsx'
import { DecidedDraws, reasonText } from './decided-draws.tsx'

/** The approvals section at its own address. */
export const ApprovalsPage = () => (
  <DeskPage section="approvals">
    <Approvals />
  </DeskPage>
)

/**
 * The draws beyond the day's budget that wait for a super admin, and all that were decided. Plain admins see only their
 * own.
 */
function Approvals() {
  const query = useQuery(approvalsQuery())
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const feedback = useFeedback()
  const { data } = query
  const waitingCents = data?.waiting.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) ?? 0
  const columns: Column<WaitingDraw>[] = [
    { key: 'asked', title: approvals.asked, cell: ({ requestedAt }) => formatDayTime(requestedAt) },
    { key: 'whom', title: approvals.whom, isName: true, cell: ({ username }) => username ?? approvals.somebody },
    { key: 'by', title: approvals.by, isNamed: true, cell: ({ requestedBy }) => requestedBy ?? approvals.somebody },
    {
      key: 'reason',
      title: approvals.reason,
      isNamed: true,
      cell: ({ reason }) => reasonText(reason),
    },
    { key: 'amount', title: approvals.amount, isFigure: true, cell: ({ amount }) => <Money amount={amount} /> },
    {
      key: 'balance',
      title: approvals.balance,
      isFigure: true,
      cell: ({ balance, amount }) => (
        <BeforeAfter
          before={formatEuros(balance)}
          after={formatCents((parseCents(balance) ?? 0) + Math.round(amount * 100))}
        />
      ),
    },
    {
      key: 'actions',
      title: approvals.actions,
      isAction: true,
      cell: (draw) => {
        const of = [formatEuros(draw.amount), draw.username ?? approvals.somebody] as const
        return (
          <span className="flex justify-end gap-2 max-md:flex-wrap max-md:justify-start">
            <Button
              size="sm"
              variant="primary"
              aria-label={approvals.approveOf(...of)}
              onClick={() => setDeciding({ draw, action: 'approveDraw' })}
            >
              {approvals.approve}
            </Button>
            <Button
              size="sm"
              aria-label={approvals.declineOf(...of)}
              onClick={() => setDeciding({ draw, action: 'declineDraw' })}
            >
              {approvals.decline}
            </Button>
          </span>
        )
      },
    },
  ]
  return (
    <>
      {!(query.isLoadingError && ownError(query.error) !== null) && (
        <Tiles label={approvals.usedToday}>
          <Tile label={approvals.usedToday} hint={data && approvals.ofBudget(formatEuros(data.dailyBudget))}>
            {data && <Money amount={data.usedToday} />}
          </Tile>
          <Tile label={approvals.waitingTile} hint={data && approvals.waitingSum(formatCents(waitingCents))}>
            {data?.waiting.length}
          </Tile>
        </Tiles>
      )}
      <DeskTable
        label={approvals.waiting}
        columns={data?.decides === true ? columns : columns.filter(({ key }) => key !== 'actions')}
        rows={data?.waiting}
        rowKey={({ id }) => id}
        query={query}
        failed={approvals.failed}
        expected={2}
        empty={{ text: approvals.nothingWaits, hint: approvals.nothingWaitsHint }}
        top={
          <div className="flex flex-wrap items-center gap-2 border-border border-b px-4 py-3">
            <div className="mr-auto">
              <h2 className="text-section">{approvals.waiting}</h2>
              <p className="text-muted text-second">{approvals.budgetMeans}</p>
              {data?.decides === false && <p className="text-muted text-second">{approvals.only}</p>}
            </div>
            <Feedback text={feedback.text} />
          </div>
        }
      />
      {/* Shown together with the list above, so that nothing moves when its rows arrive. */}
      {!query.isPending && <DecidedDraws query={query} />}
      {deciding !== null && <DecideDraw decision={deciding} feedback={feedback} onClose={() => setDeciding(null)} />}
    </>
  )
}
