import { clsx } from 'clsx'
import { useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDayTime, formatTime } from '#ui/lib/time/format.ts'
import { productDay } from '#ui/lib/time/product-day.ts'
import { useAdminAction } from '../../../api/dashboard.ts'
import type { SuspendedMarket } from '../../../api/settlement.ts'
import { ConfirmAction } from '../../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../../desk/feedback.tsx'
import { ForWriters } from '../../desk/for-writers.tsx'
import { ReasonField } from '../../desk/reason-field.tsx'
import { useReason } from '../use-reason.ts'

/** A suspended market, until it is released. */
export function QueuedSuspension({ suspension, hasLeft }: { suspension: SuspendedMarket; hasLeft: boolean }) {
  const { eventId, home_team, away_team, market, reason, move, since } = suspension
  const [isAsking, setAsking] = useState(false)
  const why = useReason()
  const feedback = useFeedback()
  const action = useAdminAction()
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
  // Today, the time alone is enough, and keeps the row to two lines.
  const at = useBusinessTime((now) =>
    productDay(now) === productDay(Date.parse(since)) ? formatTime(since) : formatDayTime(since),
  )
  const game = `${home_team} vs ${away_team}`
  return (
    <li className="border-border border-t px-4 py-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] max-[20rem]:block items-start gap-x-3">
        <p
          className={clsx(
            'py-1.5 font-semibold text-body [overflow-wrap:anywhere]',
            hasLeft && 'text-muted line-through',
          )}
        >
          {game}
        </p>
        {/* Beside both lines where buttons are as large as a finger. */}
        <div className="pointer-coarse:row-span-2 max-[20rem]:pb-1.5">
          {hasLeft ? (
            <span className="flex h-8 items-center text-muted text-second touch">
              {action.isSuccess ? settlement.released : settlement.ended}
            </span>
          ) : (
            <ForWriters>
              <Button size="sm" onClick={() => setAsking(true)}>
                {settlement.release}
                <span className="sr-only">
                  {' '}
                  {marketName(market)}, {game}
                </span>
              </Button>
            </ForWriters>
          )}
        </div>
        <p className="col-span-2 col-start-1 text-muted text-second pointer-coarse:col-span-1">
          {marketName(market)} · {settlement.suspendedFor[reason]}
          {move !== null && ` ${settlement.moved(move.from, move.to)}`} ·{' '}
          <span className="whitespace-nowrap">{at}</span>
        </p>
      </div>
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
