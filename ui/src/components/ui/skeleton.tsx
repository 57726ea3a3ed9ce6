import { clsx } from 'clsx'

/** A grey block in the size of the content to come; hidden from screen readers, which get the loading text. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton block max-w-full animate-skeleton', className)} />
}

/** Several equal skeletons, to be laid out by their parent. */
export function Skeletons({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal and never reordered
    <Skeleton key={index} className={className} />
  ))
}
