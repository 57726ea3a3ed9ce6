import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { useAdminAction } from '../../../api/dashboard.ts'
import type { FixturePair } from '../../../api/settlement.ts'
import { ConfirmAction } from '../../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../../desk/feedback.tsx'
import { ForWriters } from '../../desk/for-writers.tsx'
import { ReasonField } from '../../desk/reason-field.tsx'
import { useReason } from '../use-reason.ts'

/** A doubtful pair: two listings that may be one game. */
export function QueuedPair({ pair, hasLeft }: { pair: FixturePair; hasLeft: boolean }) {
  const { older, newer, openBets } = pair
  const [asking, setAsking] = useState<'joinFixtures' | 'keepFixturesApart' | null>(null)
  const why = useReason()
  const feedback = useFeedback()
  const action = useAdminAction()
  const game = `${older.home} vs ${older.away}`
  const decide = () => {
    if (asking === null || !why.isGiven()) return
    action.mutate(
      { action: asking, oldFixture: older.id, newFixture: newer.id, reason: why.reason },
      {
        onError: (error) => feedback.fail(error, settlement.actionFailed),
        onSettled: () => setAsking(null),
      },
    )
  }
  return (
    <li className="border-border border-t px-4 py-2">
      <p className={clsx('font-semibold text-body [overflow-wrap:anywhere]', hasLeft && 'text-muted line-through')}>
        {game}
      </p>
      <p className="text-muted text-second">
        {formatDayTime(older.startsAt)} · {formatDayTime(newer.startsAt)} · {settlement.pairBets(openBets)}
      </p>
      {hasLeft ? (
        <p className="mt-1.5 flex h-8 items-center text-muted text-second touch">{settlement.decided}</p>
      ) : (
        <ForWriters>
          <div className="mt-1.5 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setAsking('joinFixtures')}>
              {settlement.join}
              <span className="sr-only"> {game}</span>
            </Button>
            <Button size="sm" onClick={() => setAsking('keepFixturesApart')}>
              {settlement.apart}
              <span className="sr-only"> {game}</span>
            </Button>
          </div>
        </ForWriters>
      )}
      <Feedback text={feedback.text} />
      {asking !== null && (
        <ConfirmAction
          onClose={() => setAsking(null)}
          title={asking === 'joinFixtures' ? settlement.joinTitle(game) : settlement.apartTitle(game)}
          description={asking === 'joinFixtures' ? settlement.joinText : settlement.apartText}
          confirmLabel={asking === 'joinFixtures' ? settlement.join : settlement.apart}
          busy={action.isPending}
          onConfirm={decide}
        >
          <ReasonField {...why.field} />
        </ConfirmAction>
      )}
    </li>
  )
}
