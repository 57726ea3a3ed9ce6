import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Chip = {
  value: string | null
  label: ReactNode
  /** Nothing is behind this choice at the moment. */
  isDimmed?: boolean
}

type FilterChipsProps = {
  label: string
  chips: Chip[]
  value: string | null
  onChange: (value: string | null) => void
  /** Lower and closer together, for many chips. */
  isDense?: boolean
  /** Before the chips, on the same line. */
  leading?: ReactNode
  /** After the chips, on the same line; such as a menu. */
  children?: ReactNode
}

/** A choice of one out of a few. The chips wrap; on a touch phone they are one line that scrolls sideways. */
export function FilterChips({ label, chips, value, onChange, isDense = false, leading, children }: FilterChipsProps) {
  return (
    <div className="min-w-0 pointer-coarse:max-md:-mx-4">
      <fieldset className={clsx('chips-line py-1', isDense ? 'gap-1.5' : 'gap-2')}>
        <legend className="sr-only">{label}</legend>
        {leading}
        {chips.map((chip) => (
          <button
            key={chip.value ?? ''}
            type="button"
            aria-pressed={chip.value === value}
            onClick={() => onChange(chip.value)}
            className={chipStyle(chip.value === value, { isDense, isDimmed: chip.isDimmed })}
          >
            {chip.label}
          </button>
        ))}
        {children}
      </fieldset>
    </div>
  )
}

type ChipLook = { isDense?: boolean; isDimmed?: boolean | undefined }

export function chipStyle(isActive: boolean, { isDense = false, isDimmed = false }: ChipLook = {}): string {
  return clsx(
    'flex shrink-0 items-center whitespace-nowrap rounded-full border font-medium transition-colors touch',
    isDense ? 'h-8.5 gap-1 px-2 text-second' : 'h-10 gap-1.5 px-4 text-body',
    isActive
      ? 'border-text bg-text text-page'
      : 'border-strong bg-surface hover:border-faint hover:bg-inset hover:text-text',
    !isActive && (isDimmed ? 'text-faint [&>[aria-hidden]]:opacity-50' : 'text-text'),
  )
}
