import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Game } from '#services/contract/contract.ts'

type Addressed = Pick<Game, 'id' | 'sport' | 'sport_key' | 'league_key'>
type EventLinkProps = {
  game: Addressed
  className?: string
  tabIndex?: number
  /** The accessible name, if the text alone does not say enough; must contain the text. */
  label?: string
  children: ReactNode
}

/** The address of a game's page: under its league for football, under its sport otherwise. */
export function eventAddress({ id: eventId, sport, sport_key: sportKey, league_key: leagueKey }: Addressed) {
  return sport === 'soccer'
    ? ({ to: '/leagues/$leagueKey/events/$eventId', params: { leagueKey, eventId } } as const)
    : ({ to: '/sports/$sportKey/events/$eventId', params: { sportKey, eventId } } as const)
}

/** Links to a game's page. */
export function EventLink({ game, label, children, ...rest }: EventLinkProps) {
  return (
    <Link {...eventAddress(game)} aria-label={label} {...rest}>
      {children}
    </Link>
  )
}
