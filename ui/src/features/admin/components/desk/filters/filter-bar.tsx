import { clsx } from 'clsx'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { Select, type SelectOption } from '#ui/components/ui/select.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'

/** How long after the last letter typed the filter is applied. */
const TYPING_MS = 250

type FilterBarProps = {
  /** Whether any filter is set. */
  isFiltered: boolean
  onClear: () => void
  /** Stays visible on a phone, where the other filters are behind a button. */
  lead?: ReactNode
  /** On lines of their own below the others, such as many chips. */
  below?: ReactNode
  children: ReactNode
}

/** The filters above a list. Their values are in the address. */
export function FilterBar({ isFiltered, onClear, lead, below, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  /** Remounts the fields, so that input that is not applied yet is cleared too. */
  const [clears, setClears] = useState(0)
  const id = useId()
  return (
    <search aria-label={desk.filters} className="flex flex-wrap items-start gap-2 border-border border-b px-4 py-3">
      <div className="flex min-w-0 grow basis-0 flex-wrap items-center gap-2 max-[20rem]:basis-full">
        <Fragment key={clears}>{lead}</Fragment>
        {lead !== undefined && (
          <Button
            size="sm"
            className="md:hidden"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden="true" className="size-3.5 shrink-0" />
            {desk.filters}
          </Button>
        )}
        <div
          key={`all ${clears}`}
          id={id}
          className={clsx('contents max-md:*:grow', lead !== undefined && !isOpen && 'max-md:hidden')}
        >
          {children}
        </div>
      </div>
      {/* Its place is reserved, so that nothing moves when the first filter is set; not where it is below the others. */}
      <span className="flex h-9 w-11 shrink-0 items-center justify-end max-[20rem]:empty:hidden touch md:w-20">
        {isFiltered && (
          <Button
            size="sm"
            variant="ghost"
            className="max-md:px-0 max-md:w-full"
            onClick={() => {
              setClears(clears + 1)
              onClear()
            }}
          >
            <X aria-hidden="true" className="size-3.5" />
            <span className="max-md:sr-only">{desk.clear}</span>
          </Button>
        )}
      </span>
      {below !== undefined && (
        <div
          key={`below ${clears}`}
          className={clsx('min-w-0 basis-full', lead !== undefined && !isOpen && 'max-md:hidden')}
        >
          {below}
        </div>
      )}
    </search>
  )
}

type ChoiceFilterProps<Value extends string> = {
  label: string
  /** Undefined: all. */
  value: Value | undefined
  /** The option for all: 'any status'. */
  all: string
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value | undefined) => void
}

/** A filter by one of a few values, or all. */
export function ChoiceFilter<Value extends string>({ label, value, all, options, onChange }: ChoiceFilterProps<Value>) {
  const choices: SelectOption[] = [['', all], ...options]
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={choices}
      onChange={(next) => onChange(next === '' ? undefined : (next as Value))}
    />
  )
}

/** The look of text fields above a list. */
export const filterStyle =
  'h-9 min-w-0 rounded-control border border-strong bg-field px-2.5 text-second text-text focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-accent aria-invalid:border-lost touch'

/** The look of a message that the input is invalid. */
export const WRONG_FILTER =
  'absolute top-full left-0 z-10 mt-1 whitespace-nowrap rounded-control border border-lost bg-raised px-2 py-1 text-lost text-second'

type TextFilterProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Shown in the empty field; shorter than the label if that is too long for a phone. */
  placeholder?: string
  maxLength?: number
}

/** A text filter: applied while one types, a moment after the last letter, and at once on Enter. */
export function TextFilter({ label, value, onChange, placeholder = label, maxLength = 100 }: TextFilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  const asked = useRef(value ?? '')
  const change = useRef(onChange)
  change.current = onChange
  // The address has changed: 'Clear', or a step back.
  useEffect(() => {
    if ((value ?? '') === asked.current) return
    asked.current = value ?? ''
    setTyped(value ?? '')
  }, [value])
  useEffect(() => {
    const next = typed.trim()
    if (next === asked.current) return
    const timer = setTimeout(() => {
      asked.current = next
      change.current(next === '' ? undefined : next)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <span className="relative flex min-w-[min(9rem,100%)] grow basis-40 items-center sm:max-w-72 md:basis-48">
      <Search aria-hidden="true" className="pointer-events-none absolute left-2.5 size-3.5 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className={`${filterStyle} w-full pl-8`}
      />
    </span>
  )
}

/** A filter that was set by a link: it can only be removed. */
export const LinkFilter = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Button size="sm" variant="quiet" aria-label={desk.removeFilter(name)} onClick={onRemove}>
    {name}
    <X aria-hidden="true" className="size-3.5" />
  </Button>
)

/** Two filters that form a range: they stay on one line where it is wide enough. */
export const RangeFilter = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-2 max-md:*:grow">{children}</span>
)
