// The games of the day while an admin edits them. Unsaved changes stay in the browser's tab, for that admin alone,
// whatever else is opened meanwhile.
import { useState } from 'react'
import { useSession } from '#ui/lib/session.ts'
import type { GameDraft } from './edited-games.ts'

const KEY = 'fairbook.games-of-the-day'

type Games = readonly GameDraft[] | null
/** Null: no list was ever saved. Undefined: none was loaded. */
type SavedAt = string | null | undefined
/** `saved`: as last loaded or saved. Null: nothing was loaded or added. */
type Edited = { readonly games: Games; readonly saved: Games; readonly savedAt?: SavedAt }
const NOTHING: Edited = { games: null, saved: null }

export type GamesDraft = {
  readonly games: Games
  /** As last loaded or saved. */
  readonly saved: Games
  /** When that list was saved. */
  readonly savedAt: SavedAt
  /** Whether leaving would lose changes. */
  readonly isUnsaved: boolean
  readonly edit: (change: (games: readonly GameDraft[]) => readonly GameDraft[]) => void
  /** Call when the server has this list. */
  readonly settle: (games: Games, savedAt: SavedAt) => void
  /** Goes back to what was last loaded or saved. */
  readonly discard: () => void
}

/** The games of the day as edited in this tab. Empty (null) until they are loaded. */
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
    savedAt: edited.savedAt,
    isUnsaved: isUnsaved(edited),
    edit: (change) => set((now) => ({ ...now, games: change(now.games ?? []) })),
    settle: (games, savedAt) => set(() => ({ games, saved: games, savedAt })),
    discard: () => set((now) => ({ ...now, games: now.saved })),
  }
}

const isUnsaved = ({ games, saved }: Edited): boolean => JSON.stringify(games) !== JSON.stringify(saved)

function readKept(user: string): Edited {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Edited & { user: string }) | null
    return kept?.user === user ? kept : NOTHING
  } catch {
    return NOTHING
  }
}

function keep(user: string, edited: Edited): void {
  try {
    if (isUnsaved(edited)) sessionStorage.setItem(KEY, JSON.stringify({ user, ...edited }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage, it lasts as long as the section is open.
  }
}
