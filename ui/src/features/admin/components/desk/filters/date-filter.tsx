import { Suspense, useId } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { inputStyle } from '#ui/components/ui/field.tsx'
import type { DateInputProps } from './date-input.tsx'
import { filterStyle } from './filter-bar.tsx'

const DateInput = lazyPart(() => import('./date-input.tsx'))

/** A disabled field of the same size until the real one's code has loaded. */
const Field = (props: DateInputProps) => (
  <Suspense
    fallback={
      <span className={props.className}>
        <input disabled id={props.id} className={`${props.inputClass} w-full`} />
      </span>
    }
  >
    <DateInput {...props} />
  </Suspense>
)

type DateFilterProps = Pick<DateInputProps, 'label' | 'value' | 'onChange'>

function DateFilter(props: DateFilterProps & { kind: DateInputProps['kind']; className: string }) {
  const id = useId()
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-[20rem]:w-full">
      <label htmlFor={id} className="text-muted text-second">
        {props.label}
      </label>
      <Field id={id} inputClass={filterStyle} {...props} />
    </span>
  )
}

/** A filter by a day: '2026-11-20'. */
export const DayFilter = (props: DateFilterProps) => (
  <DateFilter kind="day" className="w-38 max-w-full max-md:grow" {...props} />
)

/** A filter by a day and a time: '2026-11-20T18:30'. */
export const MomentFilter = (props: DateFilterProps) => (
  <DateFilter kind="moment" className="w-56 max-w-full max-md:grow" {...props} />
)

/** A day and a time in a form. */
export function MomentField({ error, ...props }: DateFilterProps & { error?: string | undefined }) {
  const id = useId()
  const errorId = error && `${id}-error`
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-muted text-second">
        {props.label}
      </label>
      <Field id={id} kind="moment" className="w-full" inputClass={inputStyle} errorId={errorId} {...props} />
      {error && (
        <p id={errorId} className="text-lost text-second">
          {error}
        </p>
      )}
    </div>
  )
}
