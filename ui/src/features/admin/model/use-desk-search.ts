import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type * as z from 'zod/mini'
import { parseDeskSearch } from './desk-search.ts'

/** A list's filters, order and page, and how to change them: the whole of what is to be shown next. */
export type DeskSearch<Search> = {
  readonly search: Search
  /** `replace`: without a step of the browser's history, as for each letter typed. */
  readonly onSearch: (next: Search, options?: { readonly replace?: boolean }) => void
}

/** Of a section at its own address: the address holds it. */
export function useDeskSearch<Shape extends Readonly<Record<string, z.ZodMiniType>>>(
  schema: z.ZodMiniObject<Shape>,
): DeskSearch<z.output<z.ZodMiniObject<Shape>>> {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const search = useMemo(() => parseDeskSearch(schema, raw), [schema, raw])
  return {
    search,
    onSearch: (next, { replace = false } = {}) =>
      void navigate({ to: '.', search: next as never, replace, resetScroll: false }),
  }
}
