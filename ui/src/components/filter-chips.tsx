import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Chip = { value: string | null; label: ReactNode }

type FilterChipsProps = {
  label: string
  chips: Chip[]
  value: string | null
  onChange: (value: string | null) => void
  /** After the chips on the same line, such as a menu. */
  children?: ReactNode
}

/** One choice out of a few, on a line that scrolls sideways where it does not fit. */
export function FilterChips({ label, chips, value, onChange, children }: FilterChipsProps) {
  return (
    <div className="-mx-4 md:mx-0">
      <fieldset className="scroll-quiet flex min-w-0 gap-2 px-4 py-1 [mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-1.5rem),transparent)] md:px-0.5 md:[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)]">
        <legend className="sr-only">{label}</legend>
        {chips.map((chip) => (
          <button
            key={chip.value ?? ''}
            type="button"
            aria-pressed={chip.value === value}
            onClick={() => onChange(chip.value)}
            className={chipStyle(chip.value === value)}
          >
            {chip.label}
          </button>
        ))}
        {children}
        <span aria-hidden="true" className="w-4 shrink-0" />
      </fieldset>
    </div>
  )
}

export function chipStyle(isActive: boolean): string {
  return clsx(
    'flex h-10 shrink-0 items-center gap-2 whitespace-nowrap rounded-full border px-4 font-medium text-body transition-colors touch',
    isActive
      ? 'border-text bg-text text-page'
      : 'border-border bg-surface text-muted hover:border-strong hover:bg-inset hover:text-text',
  )
}
