import { clsx } from 'clsx'
import type { SlipMode } from '#ui/model/slip/reducer.ts'
import { useSlip, useSlipEditor } from '#ui/model/slip/slip-context.ts'

const modes: { value: SlipMode; label: string }[] = [
  { value: 'singles', label: 'Singles' },
  { value: 'parlay', label: 'Parlay' },
]

/** Singles or a parlay; off while the slip is locked. */
export function ModeSwitch({ mode, isCompact = false }: { mode: SlipMode; isCompact?: boolean }) {
  const { setMode } = useSlipEditor()
  const { isLocked } = useSlip()
  return (
    <fieldset
      disabled={isLocked}
      className={clsx('flex shrink-0 rounded-control border border-border bg-inset p-[3px]', !isCompact && 'mx-4 mb-2')}
    >
      <legend className="sr-only">How to bet</legend>
      {modes.map(({ value, label }) => (
        <label
          key={value}
          className={clsx(
            'relative flex h-8 flex-1 cursor-pointer items-center justify-center rounded-[8px] px-2.5 font-medium text-body transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
            'pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1.5 pointer-coarse:after:inset-x-0',
            mode === value
              ? 'bg-raised text-text ring-1 ring-strong ring-inset in-data-[theme=light]:bg-surface'
              : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name="slip-mode"
            value={value}
            checked={mode === value}
            onChange={() => setMode(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
