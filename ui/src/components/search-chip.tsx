import { Search } from 'lucide-react'
import { messages } from '#ui/lib/messages.ts'
import { requestSearch } from '#ui/model/search-request.ts'
import { chipStyle } from './filter-chips.tsx'

/** Opens the search on phones, whose header has no room for it; stands before the chips of a list. */
export function SearchChip() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={messages.search.title}
      onClick={requestSearch}
      className={`${chipStyle(false, { isDense: true })} min-w-11 justify-center md:hidden`}
    >
      <Search aria-hidden="true" className="size-4" />
    </button>
  )
}
