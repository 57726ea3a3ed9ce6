import { clsx } from 'clsx'
import { countryName, Flag } from '#ui/components/flag.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { clockText, gamePhase } from '#ui/model/game/game-status.ts'
import type { SearchHit } from '../model/search-hits.ts'

type Hit<Kind extends SearchHit['kind']> = Extract<SearchHit, { kind: Kind }>

/** One search result. */
export function SearchOption({ hit }: { hit: SearchHit }) {
  return hit.kind === 'league' ? <LeagueOption hit={hit} /> : <GameOption hit={hit} />
}

function LeagueOption({ hit: { league } }: { hit: Hit<'league'> }) {
  return (
    <>
      <Flag country={league.country} />
      <Name>{league.title}</Name>
      <Note>{[league.sport, countryName(league.country)].filter(Boolean).join(' · ')}</Note>
    </>
  )
}

function GameOption({ hit: { game } }: { hit: Hit<'game'> }) {
  const isLive = useBusinessTime((now) => gamePhase(game, now)) === 'live'
  const minute = useBusinessTime((now) => clockText(game, now))
  return (
    <>
      <Flag country={game.country} />
      <Name>
        {game.home_team} <span className="font-normal text-muted">vs</span> {game.away_team}
      </Name>
      <Note isLive={isLive}>{isLive ? `${minute} ${messages.search.live}` : formatDayTime(game.commence_time)}</Note>
    </>
  )
}

function Name({ children }: { children: React.ReactNode }) {
  return <span className="min-w-0 flex-1 max-[20rem]:basis-2/3 font-medium">{children}</span>
}

function Note({ children, isLive = false }: { children: React.ReactNode; isLive?: boolean }) {
  return (
    <span className={clsx('shrink-0 text-second tabular-nums', isLive ? 'text-live' : 'text-muted')}>{children}</span>
  )
}
