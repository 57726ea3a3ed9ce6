import { clsx } from 'clsx'
import { CalendarDays, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { productDay } from '#ui/lib/time/product-day.ts'
import { dateText, readDay, readMoment } from '#ui/lib/time/typed-date.ts'
import { WRONG_FILTER } from './filter-bar.tsx'
import { useTyped } from './use-typed.ts'

export type DateInputProps = {
  id: string
  /** The name of the field, which its buttons include. */
  label: string
  kind: 'day' | 'moment'
  /** '2026-11-21', or with a time '2026-11-21T18:30' or '2026-11-21T18:30:05'; undefined if there is none. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The width. */
  className: string
  /** The look of the field itself. */
  inputClass: string
  /** The id of an error about the value. */
  errorId?: string | undefined
}

const READ = { day: readDay, moment: readMoment } as const
const BLANK = { day: desk.blankDay, moment: desk.blankMoment } as const
const NATIVE = { day: 'date', moment: 'datetime-local' } as const

const partStyle = 'flex w-6 items-center justify-center self-stretch rounded-sm text-muted hover:text-text'

/**
 * A day, or a day and a time, in the back office's format: typed in any usual form, and read when the field is left or
 * Enter is pressed; or picked in the browser's own calendar. Input that cannot be read stays to be corrected, and
 * counts as no value. Escape restores the applied value.
 */
export default function DateInput(props: DateInputProps) {
  const { id, label, kind, value, onChange, className, inputClass, errorId } = props
  const hintId = useId()
  const field = useRef<HTMLInputElement>(null)
  const native = useRef<HTMLInputElement>(null)
  const today = productDay(businessNow())
  const { typed, isWrong, tell, type, leave, undo } = useTyped(value, onChange, (text) => READ[kind](text, today))
  const choose = () => native.current?.showPicker()
  const hint = desk.dayHint(dateText(kind === 'day' ? today : `${today}T18:30`))
  const text = typed ?? (value === undefined ? '' : dateText(value))
  return (
    <span className={clsx('relative flex items-center', className)}>
      <input
        ref={field}
        id={id}
        placeholder={BLANK[kind]}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={text}
        aria-invalid={isWrong || errorId !== undefined || undefined}
        aria-describedby={errorId === undefined ? hintId : `${errorId} ${hintId}`}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
          else if (event.key === 'Escape') undo()
          else if (event.key === 'ArrowDown' && event.altKey) choose()
        }}
        className={clsx(inputClass, 'w-full pr-13')}
      />
      {/* The browser opens its calendar at this native field. */}
      <input
        ref={native}
        type={NATIVE[kind]}
        step={kind === 'moment' ? 1 : undefined}
        tabIndex={-1}
        aria-hidden="true"
        value={value ?? ''}
        onChange={(event) => tell(event.currentTarget.value || undefined)}
        className="pointer-events-none absolute bottom-0 left-0 h-full w-0 opacity-0"
      />
      <span className="absolute inset-y-0 right-1 flex py-1 pointer-coarse:py-0">
        {text !== '' && (
          <button
            type="button"
            aria-label={desk.emptyField(label)}
            onClick={() => {
              tell(undefined)
              field.current?.focus()
            }}
            className={partStyle}
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        )}
        <button type="button" aria-label={desk.calendarOf(label)} onClick={choose} className={partStyle}>
          <CalendarDays aria-hidden="true" className="size-3.5" />
        </button>
      </span>
      <span id={hintId} className="sr-only">
        {hint}
      </span>
      {/* Floats over the content below, so that nothing moves. */}
      <span role="alert" className={clsx(isWrong && WRONG_FILTER)}>
        {isWrong && hint}
      </span>
    </span>
  )
}
