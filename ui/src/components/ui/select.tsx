export type SelectOption = readonly [value: string, label: string]

type SelectProps = {
  /** Its name for those who do not see what it narrows. */
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/** A choice among a list's filters, as the device itself offers it. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-9 shrink-0 rounded-control border border-strong bg-surface px-2.5 font-medium text-second text-text hover:bg-raised touch"
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
