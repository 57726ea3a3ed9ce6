import type { ComponentProps } from 'react'

/** A button as high as the status row of a leg, with a touch target of 44 px. */
export function LineButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="relative h-7 shrink-0 whitespace-nowrap rounded-sm border border-strong bg-surface px-2.5 font-semibold text-second text-text transition-colors after:absolute after:inset-x-0 enabled:hover:bg-raised disabled:text-muted pointer-coarse:after:-inset-y-2"
    />
  )
}
