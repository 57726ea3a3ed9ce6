import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#ui/components/ui/button.tsx'

interface PagerProps {
  /** What the pages list: 'Users'. */
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

export function Pager({ label, page, pages, onPage }: PagerProps) {
  if (pages < 2) return null
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex items-center justify-between gap-3 border-border border-t p-3"
    >
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Previous
      </Button>
      <p className="text-muted text-second" aria-live="polite">
        Page {page} of {pages}
      </p>
      <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  )
}

export const pageCount = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(total / Math.max(1, pageSize)))
