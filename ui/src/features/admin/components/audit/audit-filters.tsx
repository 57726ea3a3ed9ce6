import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'
import type { AuditSearch } from '../../model/section-searches.ts'
import { AmountFilter } from '../desk/filters/amount-filter.tsx'
import { DayFilter } from '../desk/filters/date-filter.tsx'
import { FilterBar, RangeFilter, TextFilter } from '../desk/filters/filter-bar.tsx'
import { FindFilter } from '../search/find-filter.tsx'
import { KindChips } from './kind-chips.tsx'

type AuditFiltersProps = {
  search: AuditSearch
  /** The name of the filter's game, if it is known. */
  game: string | undefined
  isFiltered: boolean
  /** Changes the filter; the list starts again at its first page. */
  onNarrow: (change: AuditSearch) => void
  onClear: () => void
}

/** The filters above the audit trail. */
export function AuditFilters({ search, game, isFiltered, onNarrow, onClear }: AuditFiltersProps) {
  return (
    <FilterBar
      isFiltered={isFiltered}
      onClear={onClear}
      lead={
        <TextFilter
          label={texts.search}
          placeholder={texts.searchShort}
          value={search.q}
          onChange={(q) => onNarrow({ q })}
        />
      }
      below={<KindChips search={search} onKind={(kind) => onNarrow({ kind })} />}
    >
      <TextFilter label={texts.person} value={search.person} onChange={(person) => onNarrow({ person })} />
      <RangeFilter>
        <DayFilter label={texts.from} value={search.from} onChange={(from) => onNarrow({ from })} />
        <DayFilter label={texts.to} value={search.to} onChange={(to) => onNarrow({ to })} />
      </RangeFilter>
      <RangeFilter>
        <AmountFilter label={texts.least} value={search.least} onChange={(least) => onNarrow({ least })} />
        <AmountFilter
          label={texts.most}
          name={texts.mostName}
          value={search.most}
          onChange={(most) => onNarrow({ most })}
        />
      </RangeFilter>
      <FindFilter
        kind="events"
        chosen={search.fixture && (game ?? texts.fixture)}
        onChoose={(fixture) => onNarrow({ fixture })}
      />
      <FindFilter kind="bets" chosen={search.bet && texts.betOf(search.bet)} onChoose={(bet) => onNarrow({ bet })} />
    </FilterBar>
  )
}
