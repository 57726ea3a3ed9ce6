import { ChevronDown } from 'lucide-react'

export type SelectOption = readonly [value: string, label: string]

type SelectProps = {
  /** The accessible name: what it filters by. */
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/** A filter of a list as a native select. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <span className="relative inline-flex max-w-full shrink-0 items-center">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // As wide as the chosen option, where the browser supports it: options that load later do not change the width.
        className="field-sizing-content h-9 grow max-w-full appearance-none truncate rounded-control border border-strong bg-surface pr-8 max-[20rem]:pr-6 pl-3 max-[20rem]:pl-2 font-medium text-second text-text hover:bg-raised touch"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2.5 size-3.5 text-muted" />
    </span>
  )
}
