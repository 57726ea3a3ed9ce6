import { useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import type { SuspendedMarket } from '../../api/settlement.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { ReasonField } from '../desk/reason-field.tsx'
import { type Hold, useHold } from './use-held.ts'
import { useReason } from './use-reason.ts'

/** A market whose prices cannot be meant, until it is released. */
export function QueuedSuspension({
  suspension,
  onHold,
}: {
  suspension: SuspendedMarket
  onHold: Hold<SuspendedMarket>
}) {
  const { eventId, home_team, away_team, market, reason, move, since } = suspension
  const [isAsking, setAsking] = useState(false)
  const why = useReason()
  const feedback = useFeedback()
  const action = useAdminAction()
  useHold(onHold, suspension, isAsking || feedback.text !== null)
  const release = () => {
    if (!why.isGiven()) return
    action.mutate(
      { action: 'releaseMarket', eventId, market, reason: why.reason },
      {
        onError: (error) => feedback.fail(error, settlement.actionFailed),
        onSettled: () => setAsking(false),
      },
    )
  }
  const game = `${home_team} vs ${away_team}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-border border-t px-4 py-2">
      <div className="min-w-0">
        <p className="truncate font-semibold text-body">{game}</p>
        <p className="text-muted text-second">
          {marketName(market)} · {settlement.suspendedFor[reason]}
          {move !== null && ` ${settlement.moved(move.from, move.to)}`} · {formatDayTime(since)}
        </p>
      </div>
      <ForWriters>
        <Button size="sm" onClick={() => setAsking(true)}>
          {settlement.release}
          <span className="sr-only">
            {' '}
            {marketName(market)}, {game}
          </span>
        </Button>
      </ForWriters>
      <Feedback text={feedback.text} />
      {isAsking && (
        <ConfirmAction
          onClose={() => setAsking(false)}
          title={settlement.releaseTitle(game)}
          description={settlement.releaseText}
          confirmLabel={settlement.releaseLabel(marketName(market))}
          busy={action.isPending}
          onConfirm={release}
        >
          <ReasonField {...why.field} />
        </ConfirmAction>
      )}
    </li>
  )
}
