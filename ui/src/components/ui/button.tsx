import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** For links that look like buttons: `<Link className={buttonStyle({ variant: 'primary' })}>`. */
export const buttonStyle = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap max-[20rem]:max-w-full max-[20rem]:whitespace-normal max-[20rem]:py-1 rounded-control font-semibold transition-[background-color,border-color,color,opacity,transform] active:scale-[0.985] disabled:active:scale-100',
  {
    variants: {
      variant: {
        primary:
          'bg-accent text-on-accent hover:bg-[color-mix(in_srgb,var(--accent)_90%,var(--text))] disabled:bg-raised disabled:text-muted',
        secondary:
          'border border-strong bg-surface text-text hover:bg-raised disabled:text-muted disabled:hover:bg-surface',
        quiet: 'bg-raised text-text hover:bg-[color-mix(in_srgb,var(--raised)_85%,var(--text))] disabled:text-muted',
        ghost: 'text-muted hover:bg-raised hover:text-text disabled:hover:bg-transparent',
        danger:
          'border border-[color-mix(in_srgb,var(--lost)_45%,transparent)] text-lost hover:bg-[color-mix(in_srgb,var(--lost)_12%,transparent)] disabled:opacity-60',
      },
      size: {
        sm: 'h-8 max-[20rem]:h-auto px-3 text-second touch',
        md: 'h-10 max-[20rem]:h-auto px-4 text-body touch',
        lg: 'h-12 max-[20rem]:h-auto px-5 text-section',
        icon: 'size-10 touch pointer-coarse:min-w-11',
        'icon-sm': 'size-8 touch pointer-coarse:min-w-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyle> & {
    /** Shows a spinner, and cannot be pressed. */
    busy?: boolean
    /** Replaces the children while busy. */
    busyLabel?: string | undefined
  }

/** A button that keeps the focus while it is disabled or busy; it then ignores presses. */
export function Button({
  variant,
  size,
  className,
  busy = false,
  busyLabel,
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isOff = disabled || busy
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, which would drop the focus of a button pressed by key.
      aria-disabled={isOff || undefined}
      // Stays a tab stop if it has a description, so that the reason why it is off is read.
      tabIndex={disabled && !rest['aria-describedby'] ? -1 : undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      className={clsx(buttonStyle({ variant, size }), className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('size-4 animate-spin rounded-full border-2 border-current border-r-transparent', className)}
    />
  )
}
