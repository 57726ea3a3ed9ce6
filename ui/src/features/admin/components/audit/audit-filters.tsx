import { X } from 'lucide-react'
import { Button } from '#ui/components/ui/button.tsx'
import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'
import type { AuditSearch } from '../../model/section-searches.ts'
import { AmountFilter, ChoiceFilter, DayFilter, FilterBar, TextFilter } from '../desk/filter-bar.tsx'

const KINDS = Object.entries(texts.kinds) as [keyof typeof texts.kinds, string][]

type AuditFiltersProps = {
  search: AuditSearch
  isFiltered: boolean
  /** Narrows the trail, which then begins anew. */
  onNarrow: (change: AuditSearch) => void
  onClear: () => void
}

export function AuditFilters({ search, isFiltered, onNarrow, onClear }: AuditFiltersProps) {
  return (
    <FilterBar isFiltered={isFiltered} onClear={onClear}>
      <TextFilter label={texts.search} value={search.q} onChange={(q) => onNarrow({ q })} />
      <TextFilter label={texts.person} value={search.person} onChange={(person) => onNarrow({ person })} />
      <ChoiceFilter
        label={texts.kind}
        all={texts.anyKind}
        value={search.kind}
        options={KINDS}
        onChange={(kind) => onNarrow({ kind })}
      />
      <DayFilter label={texts.from} value={search.from} onChange={(from) => onNarrow({ from })} />
      <DayFilter label={texts.to} value={search.to} onChange={(to) => onNarrow({ to })} />
      <AmountFilter label={texts.least} value={search.least} onChange={(least) => onNarrow({ least })} />
      <AmountFilter label={texts.most} value={search.most} onChange={(most) => onNarrow({ most })} />
      {search.bet !== undefined && <Chip name={texts.bet} onRemove={() => onNarrow({ bet: undefined })} />}
      {search.fixture !== undefined && <Chip name={texts.fixture} onRemove={() => onNarrow({ fixture: undefined })} />}
    </FilterBar>
  )
}

/** A filter that a link set: it can only be taken away. */
const Chip = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Button size="sm" variant="quiet" aria-label={texts.remove(name)} onClick={onRemove}>
    {name}
    <X aria-hidden="true" className="size-3.5" />
  </Button>
)
