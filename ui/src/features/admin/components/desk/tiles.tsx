import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'

type TilesProps = {
  label: string
  /** Fewer beside each other, where there are more than fit into one line. */
  isRoomy?: boolean
  children: ReactNode
}

/** Figures side by side, in one card that hairlines split. */
export function Tiles({ label, isRoomy = false, children }: TilesProps) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-card border border-border bg-surface">
      <dl className={clsx('-mt-px -ml-px flex flex-wrap', isRoomy && 'md:*:basis-48')}>{children}</dl>
    </section>
  )
}

type TileProps = {
  label: string
  hint?: ReactNode
  /** Beside the figure, such as a small chart. */
  aside?: ReactNode
  /** The figure; a skeleton in its size until there is one. */
  children: ReactNode
}

export function Tile({ label, hint, aside, children }: TileProps) {
  return (
    <div className="grid min-w-0 grow basis-36 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 border-border border-t border-l px-4 py-3">
      <dt className="text-muted text-second">{label}</dt>
      <dd className="col-start-1 mt-0.5 truncate font-[650] text-[1.25rem] leading-7 tracking-[-0.015em]">
        {children ?? <Skeleton className="h-7 w-24" />}
      </dd>
      {hint !== undefined && <dd className="col-start-1 truncate text-muted text-second">{hint}</dd>}
      {aside !== undefined && <dd className="col-start-2 row-span-3 row-start-1 self-center">{aside}</dd>}
    </div>
  )
}
