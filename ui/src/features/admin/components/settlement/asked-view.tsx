import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import type { SettlementDone } from '#services/contract/contract.ts'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type AskedSettlement, askedQuery } from '../../api/settlement.ts'
import { scoreText } from '../../model/score-text.ts'
import { useLastKnown } from '../../model/use-last-known.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { ReasonField } from '../desk/reason-field.tsx'
import { Decision } from './decision.tsx'
import { useReason } from './use-reason.ts'

/**
 * A decision that waits for a second admin: what it moves, and buttons to approve or decline it. A text if it is no
 * longer waiting. For loading and errors see `QueryState`.
 */
export function AskedView({ request }: { request: string }) {
  const query = useQuery(askedQuery(request))
  const listed = query.data ?? undefined
  const asked = useLastKnown(listed, (one) => one.request === request)
  /** Approved here: the decision stays to be read. For anything else, the server's text is enough. */
  const [isApproved, setApproved] = useState(false)
  const why = useReason()
  const feedback = useFeedback()
  return (
    <QueryState query={query} loading={settlement.looking} skeleton={<Skeletons count={6} className="h-10" />}>
      {() => (
        <>
          {asked !== undefined && <Asked asked={asked} />}
          <Feedback text={feedback.text} />
          {asked === undefined || (listed === undefined && !isApproved) ? (
            <DeskCard>
              <EmptyNotice>{settlement.notWaiting}</EmptyNotice>
            </DeskCard>
          ) : (
            <ForWriters>
              {asked.own ? (
                <p className="text-muted text-second">{settlement.own}</p>
              ) : (
                <Decision
                  what={{ action: 'approveSettlement', ...placeOf(asked) }}
                  label={settlement.actions.approveSettlement}
                  why={why}
                  onDone={() => setApproved(true)}
                />
              )}
              {listed !== undefined && <Declining asked={listed} onDone={feedback.succeed} />}
            </ForWriters>
          )}
        </>
      )}
    </QueryState>
  )
}

const placeOf = ({ request, eventId, betId }: AskedSettlement) => ({
  request,
  ...(eventId === null ? {} : { eventId }),
  ...(betId === null ? {} : { betId }),
})

function Asked({ asked }: { asked: AskedSettlement }) {
  const { title, command, market, score, selections, askedBy, askedAt, reason, moves } = asked
  return (
    <DeskCard>
      <div className="px-4 py-3">
        <h2 className="font-semibold text-[1.0625rem]">{title}</h2>
        <p className="text-second">
          {settlement.commands[command] ?? command}
          {market !== null && ` · ${marketName(market)}`}
          {score !== null && ` · ${scoreText(score)}`}
          {selections.map(({ selection, point, grade }) => ` · ${selection}${point ? ` ${point}` : ''}: ${grade}`)}
        </p>
        <p className="text-muted text-second">
          {settlement.by(askedBy)} · {formatDayTime(askedAt)} · {settlement.moves(formatEuros(moves))}
        </p>
        {reason !== null && (
          <p className="mt-1 text-second [overflow-wrap:anywhere]">{settlement.said(askedBy, reason)}</p>
        )}
      </div>
    </DeskCard>
  )
}

function Declining({ asked, onDone }: { asked: AskedSettlement; onDone: (message: string) => void }) {
  const why = useReason()
  const feedback = useFeedback()
  const action = useAdminAction<SettlementDone>()
  const decline = () => {
    if (!why.isGiven()) return
    action.mutate(
      { action: 'declineSettlement', ...placeOf(asked), reason: why.reason },
      {
        onSuccess: ({ message }) => onDone(message),
        onError: (error) => feedback.fail(error, settlement.actionFailed),
      },
    )
  }
  const label = asked.own ? settlement.takeBack : settlement.declineLabel
  return (
    <DeskCard>
      <form
        noValidate
        aria-label={settlement.decline}
        className="flex flex-wrap items-end gap-3 px-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          decline()
        }}
      >
        <div className="min-w-0 grow basis-64">
          <ReasonField {...why.field} label={asked.own ? settlement.whyTakeBack : settlement.whyDecline} />
        </div>
        <Button type="submit" className="sm:mb-6" busy={action.isPending} disabled={action.isPending}>
          {label}
        </Button>
        <Feedback text={feedback.text} />
      </form>
    </DeskCard>
  )
}
