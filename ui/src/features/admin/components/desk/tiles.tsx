import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'

const IN_LINES = {
  8: 'md:grid md:grid-cols-4',
  // The fourth is twice as wide, so that no cell stays empty.
  9: 'md:grid md:grid-cols-3 xl:grid-cols-5 xl:*:nth-4:col-span-2',
} as const

type TilesProps = {
  label: string
  /** The number of tiles, if amounts would be cut off on one line: on a wide screen they form two lines. */
  count?: keyof typeof IN_LINES
  children: ReactNode
}

/** Figures side by side, in one card split by hairlines. */
export function Tiles({ label, count, children }: TilesProps) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-card border border-border bg-surface">
      <dl className={clsx('-mt-px -ml-px flex flex-wrap', count && IN_LINES[count])}>{children}</dl>
    </section>
  )
}

type TileProps = {
  label: string
  /** Below the figure. If it is passed but still undefined, its line is reserved. */
  hint?: ReactNode
  /** Reserves two lines on a phone. */
  isLongHint?: boolean
  /** Beside the figure, such as a small chart. */
  aside?: ReactNode
  /** The figure; a skeleton of its size while undefined. */
  children: ReactNode
}

/** One figure under its label; a skeleton while `children` is undefined. */
export function Tile(props: TileProps) {
  const { label, hint, isLongHint = false, aside, children } = props
  return (
    <div className="@container grid min-w-0 grow basis-36 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 border-border border-t border-l px-4 py-3">
      <dt className="text-muted text-second">{label}</dt>
      {/* An amount is never cut off: a long one gets smaller. */}
      <dd className="col-start-1 mt-0.5 font-[650] text-[clamp(0.9375rem,12cqi,1.25rem)] leading-7 tracking-[-0.015em] [overflow-wrap:anywhere]">
        {children ?? <Skeleton className="h-7 w-24" />}
      </dd>
      {'hint' in props && (
        <dd
          className={clsx(
            'col-start-1 min-h-4.5 text-muted text-second md:truncate',
            isLongHint && 'max-md:line-clamp-2 max-md:min-h-9',
          )}
        >
          {hint}
        </dd>
      )}
      {aside !== undefined && <dd className="col-start-2 row-span-3 row-start-1 self-center">{aside}</dd>}
    </div>
  )
}
