import { FilterChips } from '#ui/components/filter-chips.tsx'
import { messages } from '#ui/lib/messages.ts'
import { SPORTS, type SportChip } from '../../model/sports/sports.ts'

export type SportFilterProps = {
  /** The chosen family's key; null for all. */
  sport: string | null
  onSport: (sport: string | null) => void
  /** Those to choose from, all unless given. */
  sports?: SportChip[]
  allLabel?: string
}

/** All sports or one. */
export function SportFilter({ sport, onSport, sports = SPORTS, allLabel = 'All' }: SportFilterProps) {
  return (
    <FilterChips
      label={messages.games.allSports}
      value={sport}
      onChange={onSport}
      chips={[
        { value: null, label: allLabel },
        ...sports.map(({ key, name, emoji }) => ({
          value: key,
          label: (
            <>
              <span aria-hidden="true">{emoji}</span>
              {name}
            </>
          ),
        })),
      ]}
    />
  )
}
