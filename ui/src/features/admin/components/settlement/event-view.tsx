import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import { QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { type DeskEventBets, eventQuery } from '../../api/settlement.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { BetDecision, type BetToDecide } from './bet-decision.tsx'
import { EventBets } from './event-bets.tsx'
import { type EventAction, EventDecision } from './event-decision.tsx'

/** A result before the start is refused by its preview. */
const ACTIONS: Readonly<Record<DeskEventBets['state'], readonly EventAction[]>> = {
  open: ['recordResult', 'voidMarket', 'voidEvent'],
  result: ['correctResult', 'decideMarket', 'voidMarket', 'voidEvent'],
  abandoned: [],
}

/** What is open beside the bets: a decision about the event, or about one bet. */
type Open = EventAction | BetToDecide | null

/** An event with its bets and money, and what may be decided about it. */
export function EventView({ event }: { event: string }) {
  const query = useQuery(eventQuery(event))
  const [open, setOpen] = useState<Open>(null)
  const feedback = useFeedback()
  const done = (message: string) => {
    setOpen(null)
    feedback.succeed(message)
  }
  return (
    <QueryState query={query} loading={settlement.looking} skeleton={<Skeletons count={6} className="h-10" />}>
      {(shown) => (
        <>
          <DeskCard>
            <EventHead event={shown} />
            <ForWriters>
              <div className="flex flex-wrap items-center gap-2 border-border border-t px-4 py-2.5">
                {ACTIONS[shown.state].map((action) => (
                  <Button key={action} size="sm" aria-pressed={open === action} onClick={() => setOpen(action)}>
                    {shown.state === 'open' && action === 'voidEvent'
                      ? settlement.actions.abandonFixture
                      : settlement.actions[action]}
                  </Button>
                ))}
                {open !== null && (
                  <Button size="sm" variant="ghost" onClick={() => setOpen(null)}>
                    {settlement.close}
                  </Button>
                )}
                <Feedback text={feedback.text} />
              </div>
            </ForWriters>
          </DeskCard>
          {typeof open === 'string' && <EventDecision key={open} event={shown} action={open} onDone={done} />}
          {open !== null && typeof open === 'object' && (
            <BetDecision key={`${open.id} ${open.action}`} bet={open} onDone={done} />
          )}
          <EventBets event={shown} onDecide={setOpen} />
        </>
      )}
    </QueryState>
  )
}

function EventHead({ event }: { event: DeskEventBets }) {
  const { home_team, away_team, commence_time, state, score, regulation, voided, complete } = event
  const markets = voided.map((market) => (market === null ? settlement.everything : marketName(market)))
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <h2 className="font-semibold text-[1.0625rem] [overflow-wrap:anywhere]">
          {home_team} vs {away_team}
        </h2>
        <p className="text-muted text-second">
          {formatDayTime(commence_time)} · {settlement.state[state]}
          {regulation !== null && ` · ${settlement.regulation(regulation.home, regulation.away)}`}
        </p>
        {markets.length > 0 && <p className="text-second text-warning">{settlement.voided(markets.join(', '))}</p>}
        {!complete && <p className="text-second text-warning">{settlement.incomplete}</p>}
      </div>
      <p className="font-[650] text-[1.25rem] tabular-nums">
        {score === null
          ? state === 'result' && <span className="text-muted">{settlement.noScore}</span>
          : `${score.home} - ${score.away}`}
      </p>
    </div>
  )
}
