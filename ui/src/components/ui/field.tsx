import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { lastInput } from '#ui/model/last-input.ts'

/** The look of a form's text fields. */
export const inputStyle =
  'h-11 w-full min-w-0 rounded-control border border-strong bg-field px-3 text-body text-text transition-[border-color] hover:border-[color-mix(in_srgb,var(--border-strong)_70%,var(--muted))] focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-accent focus-visible:outline-offset-0 aria-invalid:border-lost aria-invalid:focus-visible:outline-lost disabled:text-muted'

type TextFieldProps = ComponentProps<'input'> & {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  /** Inside the field at its right end, such as a show-password button. */
  trailing?: ReactNode
  leading?: ReactNode
}

/**
 * Whether the error followed Enter in this field: only then is it an alert. Where the form moves the focus to another
 * field, that field is read with its error anyway; and errors that appear while typing should not interrupt.
 */
function useIsAlert(inputId: string, error: string | undefined): boolean {
  const [alerted, setAlerted] = useState<string>()
  // In a layout effect, before the error is painted: an element replaced while it is being read would be cut off.
  useLayoutEffect(() => {
    const input = lastInput()
    const isEnter = input instanceof KeyboardEvent && input.key === 'Enter'
    setAlerted(isEnter && (input.target as Element).id === inputId ? error : undefined)
  }, [inputId, error])
  return error !== undefined && alerted === error
}

/** A labelled text input, linked to its error and hint for assistive technology. */
export function TextField({ label, error, hint, trailing, leading, className, id, ...rest }: TextFieldProps) {
  const generatedId = useId()
  const inputId = id ?? generatedId
  const hintId = `${inputId}-hint`
  const errorId = `${inputId}-error`
  const isAlert = useIsAlert(inputId, error)
  const describedBy = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={inputId} className="font-medium text-muted text-second">
        {label}
      </label>
      <div className="relative flex items-center">
        {leading && <span className="pointer-events-none absolute left-3 text-muted">{leading}</span>}
        <input
          {...rest}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className={clsx(inputStyle, trailing && 'pr-12', leading && 'pl-8')}
        />
        {trailing && <span className="absolute right-1 flex items-center">{trailing}</span>}
      </div>
      {error && (
        // A new element: screen readers announce an alert that is inserted, not an element that becomes one.
        <p key={String(isAlert)} id={errorId} role={isAlert ? 'alert' : undefined} className="text-lost text-second">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-muted text-second">
          {hint}
        </p>
      )}
    </div>
  )
}

type CheckFieldProps = ComponentProps<'input'> & { label: ReactNode; error?: string | undefined }

/** A labelled checkbox, linked to its error for assistive technology. */
export function CheckField({ label, error, className, id, ...rest }: CheckFieldProps) {
  const generatedId = useId()
  const inputId = id ?? generatedId
  const errorId = `${inputId}-error`
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <label htmlFor={inputId} className="flex min-h-11 items-center gap-3 text-body text-text">
        <input
          {...rest}
          id={inputId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="check"
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={errorId} className="text-lost text-second">
          {error}
        </p>
      )}
    </div>
  )
}
