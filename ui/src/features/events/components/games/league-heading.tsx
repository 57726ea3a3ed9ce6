import { countryName, Flag } from '#ui/components/flag.tsx'
import { leagueFavourite } from '../../model/favourites.ts'
import type { LeagueGroup } from '../../model/games/league-groups.ts'
import { SIDE_LABELS } from '../../model/markets/price.ts'
import { leagueName } from '../../model/sports/league-name.ts'
import { FavouriteButton } from '../favourite-button.tsx'

const COLUMNS = ['home', 'draw', 'away'] as const

/** The band above a league's games: flag, title, country and column labels. */
export function LeagueHeading({ group, as: Heading }: { group: LeagueGroup; as: 'h2' | 'h3' }) {
  const country = countryName(group.country)
  return (
    <div className="@wide/league:board-columns grid min-h-7 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-border border-b bg-inset px-4">
      <Heading className="flex min-w-0 items-center gap-2.5 text-second @wide/league:col-span-3">
        <Flag country={group.country} className="max-[20rem]:hidden" />
        <span className="min-w-0 py-1 font-semibold">{leagueName(group.title, group.country)}</span>
        {country && <span className="shrink-0 font-normal text-muted max-[20rem]:hidden">{country}</span>}
      </Heading>
      <div
        aria-hidden="true"
        className="hidden grid-cols-3 gap-1.5 text-center text-muted text-second @wide/league:grid"
      >
        {COLUMNS.map((side) => (
          <span key={side}>{group.sides.includes(side) && SIDE_LABELS[side]}</span>
        ))}
      </div>
      <FavouriteButton
        favourite={leagueFavourite(group.key)}
        name={leagueName(group.title, group.country)}
        className="justify-self-end"
      />
    </div>
  )
}
