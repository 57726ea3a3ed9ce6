import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { isSearchShortcut, onSearchRequest, requestSearch } from '#ui/model/search-request.ts'

const SearchDialog = lazyPart(() => import('#ui/features/search/search-dialog.tsx'))

/**
 * Opens the search for teams and leagues; so do Ctrl-K, a slash outside of fields and, on phones, a chip in the lists.
 */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const open = () => {
      setLoaded(true)
      setOpen(true)
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return
      event.preventDefault()
      open()
    }
    const forget = onSearchRequest(open)
    document.addEventListener('keydown', onKey)
    return () => {
      forget()
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={requestSearch}
        className="w-10 px-0! pointer-coarse:min-w-11 max-md:hidden xl:w-auto xl:px-3!"
      >
        <Search aria-hidden="true" className="size-4 text-muted" />
        <span className="sr-only font-normal text-muted xl:not-sr-only">{messages.search.title}</span>
        <span aria-hidden="true" className="hidden rounded-sm border border-strong px-1 text-label xl:inline">
          Ctrl K
        </span>
      </Button>
      {isLoaded && (
        <Suspense fallback={null}>
          <SearchDialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
