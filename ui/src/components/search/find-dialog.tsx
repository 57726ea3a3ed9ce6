import { Autocomplete } from '@base-ui/react/autocomplete'
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { ErrorNotice } from '../query-state.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Group<Kind extends string, Hit> = { readonly kind: Kind; readonly items: readonly Hit[] }
export type Findings<Kind extends string, Hit> = {
  readonly groups: readonly Group<Kind, Hit>[]
  /** Whether more may be found once everything has loaded. */
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
}

type FindBoxProps<Kind extends string, Hit extends { readonly id: string }> = {
  /** What matches the text. A hook: it must be the same in every render. */
  useFindings: (text: string) => Findings<Kind, Hit>
  onGo: (hit: Hit) => void
  Option: ComponentType<{ hit: Hit }>
  texts: {
    readonly title: string
    readonly placeholder: string
    readonly hint: string
    readonly loading: string
    readonly groups: Readonly<Record<Kind, string>>
    readonly none: (term: string) => string
    readonly failed: (error: unknown) => string
  }
  maxLength?: number
  /** Lower rows where there is a mouse. */
  isDense?: boolean
}
type FindDialogProps<Kind extends string, Hit extends { readonly id: string }> = FindBoxProps<Kind, Hit> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A dialog that searches while one types; arrow keys and Enter go to a result. */
export function FindDialog<Kind extends string, Hit extends { readonly id: string }>({
  open,
  onOpenChange,
  onGo,
  ...box
}: FindDialogProps<Kind, Hit>) {
  const field = useRef<HTMLInputElement>(null)
  const go = (hit: Hit) => {
    onOpenChange(false)
    onGo(hit)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={box.texts.title}
      initialFocus={field}
      className="h-[min(34rem,92dvh)]! max-w-[36rem]!"
    >
      <FindBox field={field} onGo={go} {...box} />
    </Dialog>
  )
}

function FindBox<Kind extends string, Hit extends { readonly id: string }>({
  field,
  useFindings,
  onGo,
  Option,
  texts,
  maxLength,
  isDense = false,
}: FindBoxProps<Kind, Hit> & { field: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  // Deferred, so that typing stays fast on a board of a thousand games. The status texts use it too: they speak of
  // letters that were searched for.
  const deferredText = useDeferredValue(text)
  const { groups, isLoading, error, retry } = useFindings(deferredText)
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      itemToStringValue={(hit: Hit) => hit.id}
      value={text}
      onValueChange={setText}
    >
      <div className="relative mt-3 flex shrink-0 items-center">
        <Search aria-hidden="true" className="pointer-events-none absolute left-3 size-4 text-muted" />
        <Autocomplete.Input
          ref={field}
          aria-label={texts.placeholder}
          placeholder={texts.placeholder}
          maxLength={maxLength}
          className="h-11 w-full rounded-control border border-strong bg-field pr-3 pl-9 text-body focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-accent focus-visible:outline-offset-0"
        />
      </div>
      <div className="-mx-2 mt-2 min-h-0 flex-1 overflow-y-auto">
        {error !== null && (
          <div className="px-2 pt-1">
            <ErrorNotice message={texts.failed(error)} onRetry={retry} />
          </div>
        )}
        <Autocomplete.Status className="px-3 text-muted text-second">{status()}</Autocomplete.Status>
        <Autocomplete.List>
          {({ kind, items }: Group<Kind, Hit>) => (
            <Autocomplete.Group key={kind} items={items}>
              <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-label text-muted">
                {texts.groups[kind]}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(hit: Hit) => (
                  <Autocomplete.Item
                    key={hit.id}
                    value={hit}
                    onClick={() => onGo(hit)}
                    className={clsx(
                      'flex cursor-pointer items-center gap-3 max-[20rem]:flex-wrap max-[20rem]:gap-y-0 max-[20rem]:py-2 rounded-control px-3 text-body outline-none data-highlighted:bg-raised',
                      isDense ? 'touch min-h-10' : 'min-h-11',
                    )}
                  >
                    <Option hit={hit} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )

  /**
   * One line in place of results: a hint, loading, or nothing found. None beside results, and never 'nothing found'
   * beside an error.
   */
  function status(): ReactNode {
    const term = deferredText.trim()
    if (term === '') return texts.hint
    if (groups.length > 0) return null
    if (isLoading) return texts.loading
    return error === null ? texts.none(term) : null
  }
}
