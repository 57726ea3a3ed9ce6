import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Game } from '#services/contract/contract.ts'

type EventLinkProps = {
  game: Pick<Game, 'id' | 'sport' | 'sport_key' | 'league_key'>
  className?: string
  children: ReactNode
}

/** Links to a game's page: under its league for football, under its sport otherwise. */
export function EventLink({ game, className, children }: EventLinkProps) {
  return game.sport === 'soccer' ? (
    <Link
      to="/leagues/$leagueKey/events/$eventId"
      params={{ leagueKey: game.league_key, eventId: game.id }}
      className={className}
    >
      {children}
    </Link>
  ) : (
    <Link
      to="/sports/$sportKey/events/$eventId"
      params={{ sportKey: game.sport_key, eventId: game.id }}
      className={className}
    >
      {children}
    </Link>
  )
}
