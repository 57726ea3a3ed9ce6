import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { findTexts } from '#ui/lib/messages/desk/search.ts'
import { LinkFilter } from '../desk/filters/filter-bar.tsx'
import type { Findable } from './find-filter-dialog.tsx'

const FindFilterDialog = lazyPart(() => import('./find-filter-dialog.tsx'))

type FindFilterProps = {
  kind: Findable
  /** The name of what was chosen; undefined if the filter is not set. */
  chosen: string | undefined
  /** Called with the id of a bet or an event; undefined removes the filter. */
  onChoose: (id: string | undefined) => void
}

/** A filter by a bet or an event, which is found by typing its id or its teams. */
export function FindFilter({ kind, chosen, onChoose }: FindFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  if (chosen !== undefined) return <LinkFilter name={chosen} onRemove={() => onChoose(undefined)} />
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => {
          setLoaded(true)
          setOpen(true)
        }}
        className="h-9! px-2.5! font-normal! text-muted text-second!"
      >
        <Search aria-hidden="true" className="size-3.5" />
        {findTexts[kind].field}
      </Button>
      {isLoaded && (
        <Suspense fallback={null}>
          <FindFilterDialog kind={kind} open={isOpen} onOpenChange={setOpen} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  )
}
