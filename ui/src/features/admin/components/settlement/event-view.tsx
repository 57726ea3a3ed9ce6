import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import type { EventAction } from '#services/contract/contract.ts'
import { QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { clockText, gamePhase, matchStatus, scoreOf } from '#ui/model/game/game-status.ts'
import { type DeskEventBets, eventQuery } from '../../api/settlement.ts'
import { scoreText } from '../../model/score-text.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { BetDecision, type BetToDecide } from './bet-decision.tsx'
import { EventBets } from './event-bets.tsx'
import { actionLabel, EventDecision } from './event-decision.tsx'

/**
 * The decision that is open, about the event or about one bet. `isDone`: it was carried out, and is still shown. `nth`
 * counts the decisions opened since the event was.
 */
type Open = { readonly about: EventAction | BetToDecide; readonly isDone: boolean; readonly nth: number }

/**
 * An event with its bets and money in euros, and the decisions that can be made about it. For loading and errors see
 * `QueryState`.
 */
export function EventView({ event }: { event: string }) {
  const query = useQuery(eventQuery(event))
  const [open, setOpen] = useState<Open | null>(null)
  const panel = useRef<HTMLElement>(null)
  const opener = useRef<HTMLElement>(null)
  const decide = (next: Open['about'], button: HTMLElement) => {
    opener.current = button
    setOpen((before) =>
      before !== null && before.about === next && !before.isDone
        ? before
        : { about: next, isDone: false, nth: (before?.nth ?? 0) + 1 },
    )
  }
  const close = () => {
    setOpen(null)
    // A button whose action is done may be gone.
    opener.current?.focus()
  }
  const done = () => setOpen((before) => before && { ...before, isDone: true })
  const about = open?.about ?? null
  // The button of a bet is far below: scrolls to what it opened.
  useEffect(() => {
    if (about !== null && typeof about === 'object') panel.current?.focus()
  }, [about])
  return (
    <QueryState query={query} loading={settlement.looking} skeleton={<Skeletons count={6} className="h-10" />}>
      {(shown) => (
        <>
          <DeskCard>
            <EventHead event={shown} />
            <ForWriters>
              <div className="flex flex-wrap items-center gap-2 border-border border-t px-4 py-2.5">
                {shown.actions.map((action) => (
                  <Button
                    key={action}
                    size="sm"
                    aria-pressed={about === action}
                    onClick={({ currentTarget }) => decide(action, currentTarget)}
                  >
                    {actionLabel(shown, action)}
                  </Button>
                ))}
                {open !== null && (
                  <Button size="sm" variant="ghost" onClick={close}>
                    {settlement.close}
                  </Button>
                )}
                <StateChanged state={shown.state} isOwn={open?.isDone === true} />
                {shown.state === 'open' && !shown.actions.includes('recordResult') && (
                  <p className="basis-full text-muted text-second">{settlement.notStarted}</p>
                )}
                {shown.state === 'result' && !shown.actions.includes('voidEvent') && !shown.voided.includes(null) && (
                  <p className="basis-full text-muted text-second">{settlement.superOnly}</p>
                )}
              </div>
            </ForWriters>
          </DeskCard>
          {open !== null && (
            <section
              ref={panel}
              tabIndex={-1}
              aria-label={settlement.what}
              className="flex scroll-mt-20 flex-col gap-3 outline-none"
            >
              {typeof open.about === 'string' ? (
                <EventDecision
                  key={open.nth}
                  event={shown}
                  action={open.about}
                  isDone={open.isDone}
                  onDone={done}
                  onClose={close}
                />
              ) : (
                <BetDecision key={open.nth} bet={open.about} onDone={done} onClose={close} />
              )}
            </section>
          )}
          <EventBets event={shown} onDecide={open?.isDone === true ? null : decide} />
        </>
      )}
    </QueryState>
  )
}

/** Warns that the event's state has changed since the actions were shown, unless by a decision made here. */
function StateChanged({ state, isOwn }: { state: DeskEventBets['state']; isOwn: boolean }) {
  const [seen, setSeen] = useState(state)
  if (isOwn && seen !== state) setSeen(state)
  return (
    <p role="status" className="text-second text-warning empty:absolute">
      {seen !== state && !isOwn ? settlement.stateChanged[state] : null}
    </p>
  )
}

/** The feed's own status; in play, with the minute by the clock if the feed has no clock. */
const liveStatus = (live: NonNullable<DeskEventBets['live']>, now: number): string =>
  live.clock === null && gamePhase(live, now) === 'live'
    ? `${matchStatus(live, now)} ${clockText(live, now)}`
    : matchStatus(live, now)

function EventHead({ event }: { event: DeskEventBets }) {
  const { home_team, away_team, commence_time, league_title, live, state, score, regulation, voided, complete } = event
  const status = useBusinessTime((now) => (live === null ? settlement.state[state] : liveStatus(live, now)))
  const markets = voided.map((market) => (market === null ? settlement.everything : marketName(market)))
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <h2 className="font-semibold text-[1.0625rem] [overflow-wrap:anywhere]">
          {home_team} vs {away_team}
        </h2>
        <p className="text-muted text-second">
          {league_title} · {formatDayTime(commence_time)} · {status}
          {regulation !== null && ` · ${settlement.regulation(scoreText(regulation))}`}
        </p>
        {markets.length > 0 && <p className="text-second text-warning">{settlement.voided(markets.join(', '))}</p>}
        {!complete && <p className="text-second text-warning">{settlement.incomplete}</p>}
      </div>
      <p className="font-[650] text-[1.25rem] tabular-nums">
        {live !== null ? (
          <LiveScore scores={[scoreOf(live, home_team), scoreOf(live, away_team)]} />
        ) : score === null ? (
          state === 'result' && <span className="text-muted">{settlement.noScore}</span>
        ) : (
          scoreText(score)
        )}
      </p>
    </div>
  )
}

/** For some sports the feed has no scores. 0 - 0 would be taken for one, next to a decision about money. */
const LiveScore = ({ scores: [home, away] }: { scores: readonly [string | null, string | null] }) =>
  home === null || away === null ? (
    <span className="text-muted">{settlement.unknownScore}</span>
  ) : (
    <span className="text-live">{scoreText({ home, away })}</span>
  )
