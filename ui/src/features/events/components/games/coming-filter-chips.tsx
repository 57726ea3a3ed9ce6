import { Star } from 'lucide-react'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { messages } from '#ui/lib/messages.ts'
import { COMING_FILTERS, type ComingFilter } from '../../model/games/coming-filter.ts'

/** The filter of upcoming games (null: none), and how to change it. */
export type ComingFilterProps = { when: ComingFilter | null; onWhen: (when: ComingFilter | null) => void }

const isFilter = (value: string | null): value is ComingFilter => COMING_FILTERS.some((filter) => filter === value)

/** Today, tomorrow, within the hour, favourites: at most one of them. Pressing the chosen one again removes it. */
export function ComingFilterChips({ when, onWhen }: ComingFilterProps) {
  return (
    <FilterChips
      label={messages.games.when}
      value={when}
      isDense
      onChange={(value) => onWhen(isFilter(value) && value !== when ? value : null)}
      chips={COMING_FILTERS.map((value) => ({
        value,
        label: (
          <span className="flex items-center gap-1 px-1">
            {value === 'favourites' && <Star aria-hidden="true" className="size-3.5" />}
            {messages.games.whenNames[value]}
          </span>
        ),
      }))}
    />
  )
}
