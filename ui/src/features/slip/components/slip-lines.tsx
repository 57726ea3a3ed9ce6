import { type RefObject, useEffect, useRef } from 'react'
import type { PlacementPhase } from '#ui/model/slip/placement.ts'
import { useSlip, useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { focusNext } from '../model/focus/focus-next.ts'
import { scrollBehavior } from '../model/scroll-behavior.ts'
import type { SlipView } from '../model/slip-view.ts'
import { ClearButton } from './clear-button.tsx'
import { SlipLineItem } from './line/slip-line.tsx'
import { PolicySelect } from './placing/policy-select.tsx'

/** The list of selections. */
export function SlipLines({ view: { lines, mode, isAdmin }, isCompact }: { view: SlipView; isCompact: boolean }) {
  const { remove } = useSlip()
  const { placement, acceptOdds, setOwnStake } = useSlipEditor()
  const list = useRef<HTMLUListElement>(null)
  useScrollToProblem(list, placement.phase)
  return (
    <div className="min-h-[5.625rem] flex-1 overflow-y-auto overscroll-contain border-border border-t">
      <ul ref={list}>
        {lines.map((line, index) => (
          <SlipLineItem
            key={line.selection.betKey}
            line={line}
            phase={placement.phase}
            hasOwnStake={mode === 'singles' && lines.length > 1 && !isAdmin}
            onRemove={() => {
              remove(line.selection.betKey)
              focusNext(list.current, '[data-slip-remove]', index)
            }}
            onAccept={(odds) => {
              acceptOdds({ [line.selection.betKey]: odds })
              focusNext(list.current, '[data-slip-accept]', index)
            }}
            onStake={(stake) => setOwnStake(line.selection.betKey, stake)}
          />
        ))}
      </ul>
      {isCompact && !isAdmin && (
        <div className="flex items-center justify-between gap-3 border-border border-t px-4 py-2">
          <div className="-ml-3">
            <ClearButton />
          </div>
          <PolicySelect />
        </div>
      )}
    </div>
  )
}

/** When placing stops, scrolls to the selection that stopped it. */
function useScrollToProblem(list: RefObject<HTMLElement | null>, phase: PlacementPhase) {
  const lastPhase = useRef(phase)
  useEffect(() => {
    if (lastPhase.current !== 'idle' && phase === 'idle') {
      list.current
        ?.querySelector('[data-state=changed], [data-state=gone], [data-state=refused]')
        ?.scrollIntoView?.({ block: 'nearest', behavior: scrollBehavior() })
    }
    lastPhase.current = phase
  }, [list, phase])
}
