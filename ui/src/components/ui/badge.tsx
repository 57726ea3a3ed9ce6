import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** The tone on a tint of itself, mixed with the text colour for contrast in both themes. */
const badgeStyle = cva(
  'inline-flex items-center gap-1 whitespace-nowrap rounded-sm px-2 py-0.5 font-medium text-label',
  {
    variants: {
      tone: {
        neutral: 'bg-raised text-text',
        accent:
          'bg-[color-mix(in_srgb,var(--accent)_16%,transparent)] text-[color-mix(in_srgb,var(--accent)_82%,var(--text))]',
        lost: 'bg-[color-mix(in_srgb,var(--lost)_15%,transparent)] text-[color-mix(in_srgb,var(--lost)_82%,var(--text))]',
        live: 'bg-[color-mix(in_srgb,var(--live)_15%,transparent)] text-[color-mix(in_srgb,var(--live)_82%,var(--text))]',
        warning:
          'bg-[color-mix(in_srgb,var(--warning)_16%,transparent)] text-[color-mix(in_srgb,var(--warning)_82%,var(--text))]',
        up: 'bg-[color-mix(in_srgb,var(--up)_16%,transparent)] text-[color-mix(in_srgb,var(--up)_82%,var(--text))]',
        down: 'bg-[color-mix(in_srgb,var(--down)_16%,transparent)] text-[color-mix(in_srgb,var(--down)_82%,var(--text))]',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeStyle>

export function Badge({ tone, className, ...rest }: BadgeProps) {
  return <span {...rest} className={clsx(badgeStyle({ tone }), className)} />
}

/** The small round number beside a heading or in the navigation. `hasMore` shows it as a minimum: '50+'. */
export function Count({ value, hasMore = false, className }: { value: number; hasMore?: boolean; className?: string }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-raised px-1.5 font-medium text-label text-text',
        className,
      )}
    >
      {value}
      {hasMore && '+'}
    </span>
  )
}
