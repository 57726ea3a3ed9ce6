import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deskSearchQuery } from '../api/desk-search.ts'
import { type DeskHitGroup, hitsOf } from './desk-hits.ts'

/** From the last letter typed to the question asked. */
const TYPING_MS = 150

type DeskFindingsState = {
  readonly groups: DeskHitGroup[]
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** What fits what is typed; of the letters before, until the reply is there. */
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
