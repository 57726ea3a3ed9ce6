import { Autocomplete } from '@base-ui/react/autocomplete'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { eventAddress } from '#ui/components/event-link.tsx'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { messages } from '#ui/lib/messages.ts'
import { SearchOption } from './components/search-option.tsx'
import type { SearchGroup, SearchHit } from './model/search-hits.ts'
import { useSearch } from './model/use-search.ts'

type SearchDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Finds a team's games or a league while its name is typed; arrow keys and Enter go there. */
export default function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const go = (hit: SearchHit) => {
    onOpenChange(false)
    if (hit.kind === 'game') void navigate(eventAddress(hit.game))
    else void navigate({ to: '/leagues/$leagueKey', params: { leagueKey: hit.league.key } })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={messages.search.title}
      initialFocus={field}
      className="h-[min(34rem,92dvh)]! max-w-[36rem]!"
    >
      <SearchBox field={field} onGo={go} />
    </Dialog>
  )
}

type SearchBoxProps = { field: RefObject<HTMLInputElement | null>; onGo: (hit: SearchHit) => void }

function SearchBox({ field, onGo }: SearchBoxProps) {
  const [text, setText] = useState('')
  const { groups, isLoading, error, retry } = useSearch(text)
  const term = text.trim()
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      itemToStringValue={(hit: SearchHit) => hit.id}
      value={text}
      onValueChange={setText}
    >
      <div className="relative mt-3 flex shrink-0 items-center">
        <Search aria-hidden="true" className="pointer-events-none absolute left-3 size-4 text-muted" />
        <Autocomplete.Input
          ref={field}
          aria-label={messages.search.placeholder}
          placeholder={messages.search.placeholder}
          className="h-11 w-full rounded-control border border-strong bg-page pr-3 pl-9 text-body focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-accent focus-visible:outline-offset-0"
        />
      </div>
      <div className="-mx-2 mt-2 min-h-0 flex-1 overflow-y-auto">
        {error !== null && (
          <div className="px-2 pt-1">
            <ErrorNotice message={messages.errors.loading(errorText(error))} onRetry={retry} />
          </div>
        )}
        <Autocomplete.Status className="px-3 text-muted text-second">
          {statusText(term, groups, isLoading, error !== null)}
        </Autocomplete.Status>
        <Autocomplete.List>
          {({ kind, items }: SearchGroup) => (
            <Autocomplete.Group key={kind} items={items}>
              <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-label text-muted">
                {messages.search[kind]}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(hit: SearchHit) => (
                  <Autocomplete.Item
                    key={hit.id}
                    value={hit}
                    onClick={() => onGo(hit)}
                    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-body outline-none data-highlighted:bg-raised"
                  >
                    <SearchOption hit={hit} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}

/** One line in place of what is not there; nothing beside what was found, and no 'nothing' beside an error. */
function statusText(term: string, groups: SearchGroup[], isLoading: boolean, hasFailed: boolean): ReactNode {
  if (term === '') return messages.search.hint
  if (groups.length > 0) return null
  if (isLoading) return messages.search.loading
  return hasFailed ? null : `${messages.search.none(term)} ${messages.search.noneHint}`
}
