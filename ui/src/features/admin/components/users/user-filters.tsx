import { STANDINGS } from '#services/contract/desk/choices.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import type { UsersSearch } from '../../model/users-search.ts'
import { AmountFilter } from '../desk/filters/amount-filter.tsx'
import { DayFilter } from '../desk/filters/date-filter.tsx'
import { ChoiceFilter, FilterBar, RangeFilter, TextFilter } from '../desk/filters/filter-bar.tsx'

type Change = { [Name in keyof UsersSearch]?: UsersSearch[Name] | undefined }

type UserFiltersProps = {
  search: UsersSearch
  /** The names of the admins. */
  creators: readonly string[]
  isFiltered: boolean
  onNarrow: (change: Change) => void
  onClear: () => void
}

/** The filters above the list of bettors. */
export function UserFilters({ search, creators, isFiltered, onNarrow, onClear }: UserFiltersProps) {
  const names = [admin.system, ...creators]
  // A creator who no longer exists, or whose name is still loading, is shown as in the address.
  const known = search.creator === undefined || names.includes(search.creator) ? names : [...names, search.creator]
  return (
    <FilterBar
      isFiltered={isFiltered}
      onClear={onClear}
      lead={
        <TextFilter label={customers.name} value={search.name} onChange={(name) => onNarrow({ name })} maxLength={64} />
      }
    >
      <ChoiceFilter
        label={customers.standing}
        all={customers.anyStanding}
        value={search.standing}
        options={STANDINGS.map((standing) => [standing, customers.standings[standing]] as const)}
        onChange={(standing) => onNarrow({ standing })}
      />
      <ChoiceFilter
        label={customers.creator}
        all={customers.anyCreator}
        value={search.creator}
        options={known.map((name) => [name, name] as const)}
        onChange={(creator) => onNarrow({ creator })}
      />
      <RangeFilter>
        <AmountFilter label={customers.min} value={search.min} onChange={(min) => onNarrow({ min })} />
        <AmountFilter
          label={customers.max}
          name={customers.maxName}
          value={search.max}
          onChange={(max) => onNarrow({ max })}
        />
      </RangeFilter>
      <RangeFilter>
        <DayFilter label={customers.since} value={search.since} onChange={(since) => onNarrow({ since })} />
        <DayFilter label={customers.until} value={search.until} onChange={(until) => onNarrow({ until })} />
      </RangeFilter>
    </FilterBar>
  )
}
