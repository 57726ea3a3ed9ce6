import type { Bet } from '#services/contract/contract.ts'
import { EventLink } from '#ui/components/event-link.tsx'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { marketName } from '#ui/model/market-names.ts'
import { voidReasonText } from '../model/void-reason.ts'

export function SingleTitle({ bet }: { bet: Bet }) {
  return (
    <div className="min-w-0">
      <h2 className="font-semibold text-body">{bet.selection}</h2>
      <p className="mt-0.5 text-muted text-second">
        {marketName(bet.bet_type)} · {bet.status === 'pending' ? bet.game : <SettledGame bet={bet} />}
        {bet.commence_time !== null && <> · {formatDayTime(bet.commence_time)}</>}
      </p>
      {bet.quote?.void_reason && (
        <p className="mt-0.5 text-second text-warning">{voidReasonText(bet.quote.void_reason)}</p>
      )}
    </div>
  )
}

export function ParlayTitle({ bet }: { bet: Bet }) {
  return (
    <div className="min-w-0">
      <h2 className="font-semibold text-body">{bet.game}</h2>
      <p className="mt-0.5 text-muted text-second">{bet.legs?.map((leg) => leg.selection).join(', ')}</p>
    </div>
  )
}

/** Settled singles link to their event. */
function SettledGame({ bet: { game, event_id, sport_key } }: { bet: Bet }) {
  if (event_id === null || sport_key === null) return game
  return (
    <EventLink
      game={{ id: event_id, sport: sportOf(sport_key), sport_key, league_key: sport_key }}
      className="text-text underline decoration-strong underline-offset-2 hover:decoration-current"
    >
      {game}
    </EventLink>
  )
}

/** 'soccer_epl' -> 'soccer' */
const sportOf = (leagueKey: string): string => leagueKey.split('_', 1)[0] ?? leagueKey
