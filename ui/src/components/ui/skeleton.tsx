import { clsx } from 'clsx'

/** A grey block in the size of what is to come; hidden from assistive technology, which hears the loading text. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-skeleton rounded-sm bg-raised', className)} />
}
