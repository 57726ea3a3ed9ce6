import { Autocomplete } from '@base-ui/react/autocomplete'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { deskSearch } from '#ui/lib/messages/desk/search.ts'
import type { DeskHit, DeskHitGroup } from '../../model/desk-hits.ts'
import { useDeskFindings } from '../../model/use-desk-findings.ts'
import { DeskHitRow } from './desk-hit-row.tsx'

type DeskSearchDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Finds users, bets, events and ledger numbers while they are typed; arrow keys and Enter go there. */
export default function DeskSearchDialog({ open, onOpenChange }: DeskSearchDialogProps) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const go = (hit: DeskHit) => {
    onOpenChange(false)
    void navigate(hit.link)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={deskSearch.title}
      initialFocus={field}
      className="h-[min(34rem,92dvh)]! max-w-[36rem]!"
    >
      <SearchBox field={field} onGo={go} />
    </Dialog>
  )
}

type SearchBoxProps = { field: RefObject<HTMLInputElement | null>; onGo: (hit: DeskHit) => void }

function SearchBox({ field, onGo }: SearchBoxProps) {
  const [text, setText] = useState('')
  const { groups, isLoading, error, retry } = useDeskFindings(text)
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      itemToStringValue={(hit: DeskHit) => hit.id}
      value={text}
      onValueChange={setText}
    >
      <div className="relative mt-3 flex shrink-0 items-center">
        <Search aria-hidden="true" className="pointer-events-none absolute left-3 size-4 text-muted" />
        <Autocomplete.Input
          ref={field}
          aria-label={deskSearch.placeholder}
          placeholder={deskSearch.placeholder}
          maxLength={64}
          className="h-11 w-full rounded-control border border-strong bg-page pr-3 pl-9 text-body focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-accent focus-visible:outline-offset-0"
        />
      </div>
      <div className="-mx-2 mt-2 min-h-0 flex-1 overflow-y-auto">
        {error !== null && (
          <div className="px-2 pt-1">
            <ErrorNotice message={errorText(error, deskSearch.failed)} onRetry={retry} />
          </div>
        )}
        <Autocomplete.Status className="px-3 text-muted text-second">
          {statusText(text.trim(), groups, isLoading, error !== null)}
        </Autocomplete.Status>
        <Autocomplete.List>
          {({ kind, items }: DeskHitGroup) => (
            <Autocomplete.Group key={kind} items={items}>
              <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-label text-muted">
                {deskSearch.groups[kind]}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(hit: DeskHit) => (
                  <Autocomplete.Item
                    key={hit.id}
                    value={hit}
                    onClick={() => onGo(hit)}
                    className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-body outline-none data-highlighted:bg-raised touch"
                  >
                    <DeskHitRow hit={hit} />
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
function statusText(term: string, groups: readonly DeskHitGroup[], isLoading: boolean, hasFailed: boolean): ReactNode {
  if (term === '') return deskSearch.hint
  if (groups.length > 0) return null
  if (isLoading) return deskSearch.loading
  return hasFailed ? null : deskSearch.none(term)
}
