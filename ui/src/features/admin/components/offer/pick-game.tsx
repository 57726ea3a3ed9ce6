import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { QueryState } from '#ui/components/query-state.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { upcomingGamesQuery } from '#ui/data/games.ts'
import { deskGames } from '#ui/lib/messages/desk/games.ts'
import { productTimeText } from '#ui/lib/time/product-time.ts'
import { misfit, wordsOf } from '#ui/model/fuzzy-match.ts'

const SHOWN = 8

type PickGameProps = {
  /** The ids of the games that are already in the list. */
  taken: ReadonlySet<string>
  onPick: (game: Game) => void
}

/**
 * Picks one of the listed games that have not started, found by its teams or its league; a text if none match. For
 * loading and errors see `QueryState`.
 */
export function PickGame({ taken, onPick }: PickGameProps) {
  const query = useQuery(upcomingGamesQuery())
  const [text, setText] = useState('')
  const typed = useDeferredValue(text)
  const found = useMemo(() => gamesFound(typed, query.data ?? [], taken), [typed, query.data, taken])
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col gap-3 rounded-control border border-border bg-inset p-4"
    >
      <h2 id={headingId} className="font-semibold text-body">
        {deskGames.pick}
      </h2>
      <TextField
        label={deskGames.search}
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <QueryState
        query={query}
        loading={deskGames.loading}
        skeleton={<Skeletons count={4} className="mb-2 h-9" />}
        isEmpty={() => found.length === 0}
        empty={<p className="text-muted text-second">{deskGames.none}</p>}
      >
        {() => (
          <ul className="flex flex-col">
            {found.map((game) => (
              <li key={game.id}>
                <button
                  type="button"
                  onClick={() => onPick(game)}
                  className="flex min-h-9 w-full flex-wrap items-baseline gap-x-3 rounded-control px-2 py-1.5 text-left text-body hover:bg-raised touch"
                >
                  <span className="sr-only">{deskGames.add} </span>
                  <span className="font-medium">
                    {game.home_team} vs {game.away_team}
                  </span>
                  <span className="text-muted text-second">{game.league_title}</span>
                  <span className="ml-auto text-muted text-second">{productTimeText(game.commence_time)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

/** Best match first, then earliest start. */
function gamesFound(text: string, games: readonly Game[], taken: ReadonlySet<string>): Game[] {
  const typed = wordsOf(text)
  return games
    .filter(({ id }) => !taken.has(id))
    .flatMap((game) => {
      const bad = misfit(typed, wordsOf(`${game.home_team} ${game.away_team} ${game.league_title}`))
      return bad === null ? [] : [{ game, bad }]
    })
    .sort((a, b) => a.bad - b.bad || a.game.commence_time.localeCompare(b.game.commence_time))
    .slice(0, SHOWN)
    .map(({ game }) => game)
}
