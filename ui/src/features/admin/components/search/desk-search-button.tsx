import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { deskSearch } from '#ui/lib/messages/desk/search.ts'
import { isSearchShortcut } from '#ui/model/search-request.ts'

const DeskSearchDialog = lazyPart(() => import('./desk-search-dialog.tsx'))

/** Opens the search for users, bets, events and ledger numbers; so do Ctrl-K and a slash outside of fields. */
export function DeskSearchButton() {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const open = () => {
    setLoaded(true)
    setOpen(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return
      event.preventDefault()
      setLoaded(true)
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={open}
        className="w-10 max-[20rem]:h-10! justify-start! px-0! font-normal! text-muted max-lg:justify-center! pointer-coarse:min-w-11 lg:w-96 lg:min-w-10 lg:shrink lg:px-3!"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 grow truncate text-left max-lg:sr-only">{deskSearch.placeholder}</span>
        <span aria-hidden="true" className="hidden rounded-sm border border-strong px-1 text-label lg:inline">
          Ctrl K
        </span>
      </Button>
      {isLoaded && (
        <Suspense fallback={null}>
          <DeskSearchDialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
