import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type * as z from 'zod/mini'
import { parseDeskSearch } from './desk-search.ts'

/** A list's filters, order and page, and how to change them; `onSearch` takes all of them, not only what changes. */
export type DeskSearch<Search> = {
  readonly search: Search
  /** `replace`: without a new entry in the browser's history, as for each letter typed. */
  readonly onSearch: (next: Search, options?: { readonly replace?: boolean }) => void
}

/** For a section at its own address, which holds them. */
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
