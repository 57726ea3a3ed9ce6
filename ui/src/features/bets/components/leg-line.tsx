import { clsx } from 'clsx'
import { Check, CircleDot, Clock, type LucideIcon, Minus, RotateCcw, X } from 'lucide-react'
import { marketName } from '#domain/settlement/market-names.ts'
import type { BetLeg, Game } from '#services/contract/contract.ts'
import { EventLink } from '#ui/components/event-link.tsx'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { type LegMark, type LegState, legState } from '../model/leg-state.ts'
import { voidReasonText } from '../model/void-reason.ts'

const marks: Record<LegMark, { icon: LucideIcon; tone: string }> = {
  won: { icon: Check, tone: 'text-accent' },
  lost: { icon: X, tone: 'text-lost' },
  refunded: { icon: RotateCcw, tone: 'text-warning' },
  'not-needed': { icon: Minus, tone: 'text-muted' },
  live: { icon: CircleDot, tone: 'text-live' },
  waiting: { icon: Clock, tone: 'text-muted' },
}

type LegLineProps = {
  leg: BetLeg
  game: Game | undefined
  /** A single has its selection and odds on the line above. */
  isSingle: boolean
  isSettled: boolean
  /** The status shown on the line above. A single's leg does not repeat it. */
  said: string
}

/** One leg: its selection, odds, score, clock and status, in the columns of its bet. */
export function LegLine({ leg, game, isSingle, isSettled, said }: LegLineProps) {
  // Compared as text, so that the line renders again only when something on it changes.
  const state = JSON.parse(useBusinessTime((now) => JSON.stringify(legState(leg, game, now)))) as LegState
  const { icon: Icon, tone } = marks[state.mark]
  const isLive = state.mark === 'live'
  return (
    <li className={clsx('bet-columns text-second', state.mark === 'not-needed' && 'text-muted')}>
      <div className="flex min-w-0 items-start gap-2">
        <Icon aria-hidden="true" className={clsx('size-3.5 shrink-0', isSingle ? 'mt-0.5' : 'mt-1', tone)} />
        <div className="min-w-0 self-baseline">
          <p>
            {!isSingle && <span className="font-medium text-body">{printedName(leg.selection)}</span>}
            {!isSingle && <span className="text-muted"> · </span>}
            {!isSingle && leg.marketName !== 'h2h' && (
              <span className="text-muted">{marketName(leg.marketName)} · </span>
            )}
            <span className={clsx(!isSingle && 'text-muted')}>
              {isSingle && isSettled ? <GameLink leg={leg} /> : leg.gameTitle}
            </span>
          </p>
          {leg.void_reason !== null && <p className="text-warning">{voidReasonText(leg.void_reason)}</p>}
        </div>
      </div>
      <span className="bet-odds text-muted">{isSingle ? '' : formatOdds(leg.odds)}</span>
      <span className="bet-score font-medium">{state.score}</span>
      <span className={clsx('bet-clock', isLive ? 'text-live' : 'text-muted')}>{state.clock}</span>
      {!(isSingle && state.standing === said) && (
        <span className={clsx('bet-standing font-medium', isLive || state.mark === 'waiting' ? 'text-muted' : tone)}>
          {state.standing}
        </span>
      )}
    </li>
  )
}

/** 'soccer_epl' -> 'soccer' */
const sportOf = (leagueKey: string): string => leagueKey.split('_', 1)[0] ?? leagueKey

function GameLink({ leg: { eventId, sport_key, gameTitle } }: { leg: BetLeg }) {
  return (
    <EventLink
      game={{ id: eventId, sport: sportOf(sport_key), sport_key, league_key: sport_key }}
      className="touch-around underline decoration-strong underline-offset-2 hover:decoration-current"
    >
      {gameTitle}
    </EventLink>
  )
}
