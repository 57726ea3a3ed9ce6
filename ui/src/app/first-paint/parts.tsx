import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { LoadingText } from '#ui/components/query-state.tsx'
import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'

/** A title that is known before the page has loaded. */
export const Title = ({ children, className }: { children: string; className?: string }) => (
  <p className={clsx('text-title', className)}>{children}</p>
)

/** Looks like `FilterChips`, which scroll sideways where they have no room. */
export const Chips = ({ count }: { count: number }) => (
  <div className="flex gap-2 overflow-hidden py-1">
    <Skeletons count={count} className="touch h-10 w-28 shrink-0 rounded-full" />
  </div>
)

/** In place of the filter of upcoming games. */
export const ComingChips = () => (
  <div className="flex gap-1.5 overflow-hidden py-1">
    <Skeletons count={4} className="touch h-8.5 w-24 shrink-0 rounded-full" />
  </div>
)

/** In place of the breadcrumb. */
export const Crumbs = () => (
  <div className="mb-2 flex h-6.5 items-center">
    <Skeleton className="h-3 w-36" />
  </div>
)

/** A skeleton with its loading text. */
export const Loads = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="relative">
    <LoadingText overlay>{text}</LoadingText>
    {children}
  </div>
)
