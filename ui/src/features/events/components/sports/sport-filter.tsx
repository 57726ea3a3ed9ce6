import { clsx } from 'clsx'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { SearchChip } from '#ui/components/search-chip.tsx'
import { messages } from '#ui/lib/messages.ts'
import { SPORTS, type Sport } from '../../model/sports/sports.ts'

type SportFilterProps = {
  /** The selected key; null for all sports. */
  sport: string | null
  onSport: (sport: string | null) => void
  /** All sports by default. */
  sports?: Sport[]
  allLabel?: string
  /** The number of games behind each chip (null: all sports); undefined until it is known. */
  count?: (sport: string | null) => number | undefined
}

/** A choice of one sport or all. */
export function SportFilter({ sport, onSport, sports = SPORTS, allLabel = 'All', count }: SportFilterProps) {
  return (
    <FilterChips
      label={messages.games.allSports}
      value={sport}
      onChange={onSport}
      isDense
      leading={<SearchChip />}
      chips={[
        { value: null, label: <ChipLabel name={allLabel} count={count && { value: count(null) }} /> },
        ...sports.map(({ key, name, emoji }) => ({
          value: key,
          isDimmed: count?.(key) === 0,
          label: (
            <>
              <span aria-hidden="true" className="font-emoji">
                {emoji}
              </span>
              <ChipLabel name={name} count={count && { value: count(key) }} isActive={key === sport} />
            </>
          ),
        })),
      ]}
    />
  )
}

type ChipLabelProps = { name: string; count: { value: number | undefined } | undefined; isActive?: boolean }

/** The room for the count is reserved before it is known. */
function ChipLabel({ name, count, isActive = false }: ChipLabelProps) {
  return (
    <>
      {name}
      {count && (
        <span className={clsx('min-w-[2ch] text-left font-normal', !isActive && 'opacity-80')}>
          {count.value ?? ''}
          {count.value !== undefined && <span className="sr-only">{count.value === 1 ? ' game' : ' games'}</span>}
        </span>
      )}
    </>
  )
}
