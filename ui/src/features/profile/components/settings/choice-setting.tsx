import { clsx } from 'clsx'
import { chipStyle } from '#ui/components/filter-chips.tsx'
import { SettingRow } from './setting-row.tsx'

type ChoiceSettingProps<Value extends string> = {
  label: string
  hint?: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one of a few values, applied at once. */
export function ChoiceSetting<Value extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: ChoiceSettingProps<Value>) {
  return (
    <SettingRow>
      <div>
        <p aria-hidden="true" className="font-medium text-body">
          {label}
        </p>
        {hint !== undefined && <p className="text-muted text-second">{hint}</p>}
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{label}</legend>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={value === option.value}
            onClick={() => onChange(option.value)}
            className={clsx(
              chipStyle(value === option.value),
              'max-w-full max-[20rem]:h-auto max-[20rem]:whitespace-normal',
            )}
          >
            {option.label}
          </button>
        ))}
      </fieldset>
    </SettingRow>
  )
}
