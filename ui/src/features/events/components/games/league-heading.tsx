import { clsx } from 'clsx'
import { countryName, Flag } from '#ui/components/flag.tsx'
import type { LeagueGroup } from '../../model/games/league-groups.ts'
import { SIDE_LABELS } from '../../model/markets/price.ts'
import { leagueName } from '../../model/sports/league-name.ts'

/** The head of a league's table: flag, title, country and column labels. */
export function LeagueHeading({ group, as: Heading }: { group: LeagueGroup; as: 'h2' | 'h3' }) {
  const country = countryName(group.country)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 border-border border-b bg-inset px-4 py-2.5 @wide/league:grid-cols-[minmax(0,1fr)_17.25rem_2.5rem]">
      <Heading className="flex min-w-0 items-center gap-2.5 text-body">
        <Flag country={group.country} />
        <span className="truncate font-semibold">{leagueName(group.title, group.country)}</span>
        {country && <span className="truncate font-normal text-muted">{country}</span>}
      </Heading>
      <div
        aria-hidden="true"
        className={clsx(
          'hidden gap-2 text-center text-muted text-second @wide/league:grid',
          group.sides.length === 2 ? 'grid-cols-2' : 'grid-cols-3',
        )}
      >
        {group.sides.map((side) => (
          <span key={side}>{SIDE_LABELS[side]}</span>
        ))}
      </div>
    </div>
  )
}
