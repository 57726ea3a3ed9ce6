// The list of Games of the Day as somebody edits it: what is not saved yet stays in the browser's tab, whatever else is looked at
// meanwhile, for the one who edits it alone.
import { useState } from 'react'
import { useSession } from '#ui/lib/session.ts'
import type { GameDraft } from './edited-games.ts'

const KEY = 'fairbook.games-of-the-day'

type Games = readonly GameDraft[] | null
/** `saved`: as it was loaded or saved last. Null: nothing was loaded or added. */
type Edited = { readonly games: Games; readonly saved: Games }
const NOTHING: Edited = { games: null, saved: null }

export type GamesDraft = {
  readonly games: Games
  /** As they were loaded or saved last. */
  readonly saved: Games
  /** Something would be lost. */
  readonly isUnsaved: boolean
  readonly edit: (change: (games: readonly GameDraft[]) => readonly GameDraft[]) => void
  /** The server has this list. */
  readonly settle: (games: Games) => void
  /** Back to what was loaded or saved last. */
  readonly discard: () => void
}

export function useGamesDraft(): GamesDraft {
  const user = useSession()?.user.id ?? ''
  const [edited, setEdited] = useState(() => readKept(user))
  const set = (change: (now: Edited) => Edited) =>
    setEdited((now) => {
      const next = change(now)
      keep(user, next)
      return next
    })
  return {
    games: edited.games,
    saved: edited.saved,
    isUnsaved: isUnsaved(edited),
    edit: (change) => set(({ games, saved }) => ({ games: change(games ?? []), saved })),
    settle: (games) => set(() => ({ games, saved: games })),
    discard: () => set(({ saved }) => ({ games: saved, saved })),
  }
}

const isUnsaved = ({ games, saved }: Edited): boolean => JSON.stringify(games) !== JSON.stringify(saved)

function readKept(user: string): Edited {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Edited & { user: string }) | null
    return kept?.user === user ? { games: kept.games, saved: kept.saved } : NOTHING
  } catch {
    return NOTHING
  }
}

function keep(user: string, edited: Edited): void {
  try {
    if (isUnsaved(edited)) sessionStorage.setItem(KEY, JSON.stringify({ user, ...edited }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // without storage it lasts as long as the section is open
  }
}
