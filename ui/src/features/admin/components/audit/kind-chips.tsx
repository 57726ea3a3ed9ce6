import { AUDIT_KIND_NAMES, AUDIT_KINDS } from '#services/contract/trail/audit-kinds.ts'
import { chipStyle } from '#ui/components/filter-chips.tsx'
import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'
import type { AuditSearch } from '../../model/section-searches.ts'
import { chosenKinds, EVERYTHING, isWithoutPrices, withKind } from '../../model/trail/audit-kinds.ts'

const KINDS = AUDIT_KINDS.map((kind) => [kind, AUDIT_KIND_NAMES[kind]] as const)

type KindChipsProps = { search: AuditSearch; onKind: (kind: string | undefined) => void }

/** A choice of any number of kinds, of all of them, or of all but prices. */
export function KindChips({ search, onKind }: KindChipsProps) {
  const chosen = chosenKinds(search)
  const isBut = isWithoutPrices(search)
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">{texts.kind}</legend>
      <Chip isOn={isBut} label={texts.butPrices} onPress={() => onKind(undefined)} />
      <Chip isOn={!isBut && chosen === null} label={texts.everything} onPress={() => onKind(EVERYTHING)} />
      {KINDS.map(([kind, label]) => (
        <Chip
          key={kind}
          isOn={chosen?.includes(kind) ?? false}
          label={label}
          onPress={() => onKind(withKind(search, kind))}
        />
      ))}
    </fieldset>
  )
}

const Chip = ({ isOn, label, onPress }: { isOn: boolean; label: string; onPress: () => void }) => (
  <button type="button" aria-pressed={isOn} onClick={onPress} className={chipStyle(isOn, { isDense: true })}>
    {label}
  </button>
)
