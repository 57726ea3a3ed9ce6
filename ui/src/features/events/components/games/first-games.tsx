import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'

/** The number of games shown before the next section, which then still begins on the first screen. */
export const FIRST_GAMES = 6

/** The first games of a longer list, and the button that shows all of them; null if there are no more. */
export function useFirstGames(games: Game[] | undefined, listId: string) {
  const [isWhole, setIsWhole] = useState(false)
  const count = games?.length ?? 0
  const button: ReactNode = count > FIRST_GAMES && (
    <Button
      size="sm"
      aria-expanded={isWhole}
      aria-controls={listId}
      onClick={() => setIsWhole(!isWhole)}
      className="min-w-28"
    >
      {isWhole ? messages.games.showFewer : messages.games.showAll(count)}
      <ChevronDown aria-hidden="true" className={isWhole ? 'size-4 rotate-180' : 'size-4'} />
    </Button>
  )
  return { games: isWhole ? games : games?.slice(0, FIRST_GAMES), button }
}
