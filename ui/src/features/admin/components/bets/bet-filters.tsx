import { useQuery } from '@tanstack/react-query'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { PAGE_SIZES } from '#services/contract/desk/choices.ts'
import { sportsQuery } from '#ui/data/sports.ts'
import { adminBets } from '#ui/lib/messages/desk/bets.ts'
import { messages } from '#ui/lib/messages.ts'
import type { BetsSearch } from '../../model/section-searches.ts'
import { AmountFilter } from '../desk/filters/amount-filter.tsx'
import { DayFilter } from '../desk/filters/date-filter.tsx'
import { ChoiceFilter, FilterBar, LinkFilter, RangeFilter, TextFilter } from '../desk/filters/filter-bar.tsx'
import { FindFilter } from '../search/find-filter.tsx'

const { filters: texts } = adminBets
const [USUAL_SIZE, ...SIZES] = PAGE_SIZES

type BetFiltersProps = {
  search: BetsSearch
  /** Changes the filter; the list starts again at its first page. */
  onNarrow: (change: BetsSearch) => void
  onClear: () => void
}

/** The filters above the list of bets. */
export function BetFilters({ search, onNarrow, onClear }: BetFiltersProps) {
  const sports = useQuery(sportsQuery()).data ?? []
  const leagues = sports.find(({ key }) => key === search.sport)?.leagues ?? []
  const { sort: _, size: __, key: ___, ...filter } = search
  return (
    <FilterBar
      isFiltered={Object.values(filter).some((value) => value !== undefined)}
      onClear={onClear}
      lead={
        <TextFilter label={texts.user} value={search.user} onChange={(user) => onNarrow({ user })} maxLength={64} />
      }
    >
      <ChoiceFilter
        label={texts.status}
        all={texts.anyStatus}
        value={search.status}
        options={BET_STATUSES.map((status) => [status, messages.bets.status[status]] as const)}
        onChange={(status) => onNarrow({ status })}
      />
      <ChoiceFilter
        label={texts.kind}
        all={texts.anyKind}
        value={search.kind}
        options={[
          ['single', texts.single],
          ['parlay', texts.parlay],
        ]}
        onChange={(kind) => onNarrow({ kind })}
      />
      <ChoiceFilter
        label={texts.sport}
        all={texts.anySport}
        value={search.sport}
        options={sports.map(({ key, title }) => [key, title] as const)}
        onChange={(sport) => onNarrow({ sport, league: undefined })}
      />
      {leagues.length > 0 && (
        <ChoiceFilter
          label={texts.league}
          all={texts.anyLeague}
          value={search.league}
          options={leagues.map(({ key, title }) => [key, title] as const)}
          onChange={(league) => onNarrow({ league })}
        />
      )}
      <RangeFilter>
        <DayFilter label={texts.from} value={search.from} onChange={(from) => onNarrow({ from })} />
        <DayFilter label={texts.to} value={search.to} onChange={(to) => onNarrow({ to })} />
      </RangeFilter>
      <RangeFilter>
        <AmountFilter label={texts.min} value={search.min} onChange={(min) => onNarrow({ min })} />
        <AmountFilter label={texts.max} name={texts.maxName} value={search.max} onChange={(max) => onNarrow({ max })} />
      </RangeFilter>
      <ChoiceFilter
        label={texts.size}
        all={texts.rows(USUAL_SIZE)}
        value={search.size === USUAL_SIZE ? undefined : search.size}
        options={SIZES.map((size) => [size, texts.rows(size)] as const)}
        onChange={(size) => onNarrow({ size })}
      />
      <FindFilter kind="events" chosen={search.event && texts.event} onChoose={(event) => onNarrow({ event })} />
      {search.bet !== undefined && <LinkFilter name={texts.bet} onRemove={() => onNarrow({ bet: undefined })} />}
    </FilterBar>
  )
}
