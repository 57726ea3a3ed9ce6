import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deskSearchQuery } from '../api/desk-search.ts'
import { type DeskHitGroup, hitsOf } from './desk-hits.ts'

/** How long after the last letter typed the search is sent. */
const TYPING_MS = 150

type DeskFindingsState = {
  readonly groups: DeskHitGroup[]
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** The hits for the typed text. Until the reply arrives, those of the text before. */
export function useDeskFindings(text: string): DeskFindingsState {
  const typed = text.trim()
  const [term, setTerm] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({ ...deskSearchQuery(term), enabled: term !== '', placeholderData: keepPreviousData })
  return {
    groups: typed === '' || query.data === undefined ? [] : hitsOf(query.data),
    isLoading: typed !== term || query.isFetching,
    error: term === '' ? null : query.error,
    retry: () => void query.refetch(),
  }
}
