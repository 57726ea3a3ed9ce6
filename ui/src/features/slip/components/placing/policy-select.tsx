import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { OddsPolicy } from '#domain/odds.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { useOddsPolicy } from '../../model/use-odds-policy.ts'

/** The bettor's odds policy: which odds changes are accepted without being asked. */
export function PolicySelect() {
  const { placement, setPolicy } = useSlipEditor()
  const policy = useOddsPolicy()
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3 text-body">
      <label htmlFor={id} className="text-muted">
        Odds changes
      </label>
      <span className="relative -mr-1.5 flex items-center">
        <select
          id={id}
          value={policy}
          disabled={placement.phase !== 'idle'}
          onChange={(event) => setPolicy(event.target.value as OddsPolicy)}
          className="appearance-none rounded-sm bg-surface py-0.5 pr-6 pl-2 text-right text-text hover:bg-raised disabled:text-muted pointer-coarse:min-h-11"
        >
          <option value="within-10-percent">accept up to 10%</option>
          <option value="better">accept higher</option>
          <option value="none">accept none</option>
          <option value="any">accept any</option>
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-1.5 size-3.5 text-muted" />
      </span>
    </div>
  )
}
