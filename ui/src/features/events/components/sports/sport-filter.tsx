import { FilterChips } from '#ui/components/filter-chips.tsx'
import { messages } from '#ui/lib/messages.ts'
import { SPORTS, type Sport } from '../../model/sports/sports.ts'

type SportFilterProps = {
  /** The selected key; null for all sports. */
  sport: string | null
  onSport: (sport: string | null) => void
  /** All sports unless given. */
  sports?: Sport[]
  allLabel?: string
}

/** A choice of one sport or all. */
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
