import type { ReactNode } from 'react'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'

/** Figures side by side, in one card that hairlines split. */
export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl aria-label={label} className="overflow-hidden rounded-card border border-border bg-surface">
      <div className="-mt-px -ml-px flex flex-wrap">{children}</div>
    </dl>
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
    <div className="flex min-w-0 grow basis-36 items-center justify-between gap-3 border-border border-t border-l px-4 py-3">
      <div className="min-w-0">
        <dt className="text-muted text-second">{label}</dt>
        <dd className="mt-0.5 truncate font-[650] text-[1.25rem] leading-7 tracking-[-0.015em]">
          {children ?? <Skeleton className="h-7 w-24" />}
        </dd>
        {hint !== undefined && <dd className="truncate text-muted text-second">{hint}</dd>}
      </div>
      {aside}
    </div>
  )
}
