import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { loadGamesOfTheDay } from '../../api/offer.ts'
import { draftOf, editedGameOf, faultOf, type GameDraft, newDraft } from '../../model/edited-games.ts'
import { ActionMessage, errorMessage, successMessage, useTimedMessage } from '../action-message.tsx'
import { GameFields } from './game-fields.tsx'

/** The list of the main page: what is saved replaces it as a whole. */
export function GamesOfTheDayEditor() {
  /** Null until something was loaded or added. */
  const [games, setGames] = useState<readonly GameDraft[] | null>(null)
  const [message, setMessage] = useTimedMessage()
  const loading = useMutation({
    mutationFn: loadGamesOfTheDay,
    onSuccess: (loaded) => setGames(loaded.games.map(draftOf)),
    onError: (error) => setMessage(errorMessage(error, messages.admin.loadGamesFailed)),
  })
  const action = useAdminAction<z.infer<typeof Done>>()
  const change = (id: string, changes: Partial<GameDraft>) =>
    setGames((all) => all?.map((game) => (game.id === id ? { ...game, ...changes } : game)) ?? null)
  const save = () => {
    if (games === null) return setMessage(messages.admin.balanceFailed(messages.admin.noGamesToUpdate))
    const fault = games.map(faultOf).find((text) => text !== null)
    if (fault) return setMessage(messages.admin.balanceFailed(fault))
    action.mutate(
      { action: 'update-games-of-day', games: games.map(editedGameOf) },
      {
        onSuccess: (reply) => {
          setMessage(successMessage(reply.message ?? messages.admin.gamesUpdated))
          loading.mutate()
        },
        onError: (error) => setMessage(errorMessage(error, messages.admin.updateGamesFailed)),
      },
    )
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap gap-2">
        <Button busy={loading.isPending} onClick={() => loading.mutate()}>
          {messages.admin.loadGames}
        </Button>
        <Button onClick={() => setGames((all) => [...(all ?? []), newDraft()])}>{messages.admin.addGame}</Button>
      </div>
      {games?.length === 0 && <p className="text-body text-muted">{messages.games.noGamesOfTheDay}</p>}
      <ol className="flex flex-col gap-4">
        {games?.map((game, place) => (
          <li key={game.id} className="flex flex-col gap-4 rounded-control border border-border p-4">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <div>
                <h3 className="font-semibold text-body">{titleOf(game)}</h3>
                <p className="text-muted text-second">{detailOf(game)}</p>
              </div>
              <Button
                size="sm"
                variant="danger"
                aria-label={`Remove game ${place + 1}: ${titleOf(game)}`}
                onClick={() => setGames(games.filter(({ id }) => id !== game.id))}
              >
                Remove
              </Button>
            </div>
            {game.source !== 'feed' && <GameFields game={game} onChange={(changes) => change(game.id, changes)} />}
          </li>
        ))}
      </ol>
      <div>
        <Button variant="primary" busy={action.isPending} busyLabel={messages.admin.updating} onClick={save}>
          {messages.admin.saveGames}
        </Button>
      </div>
      <ActionMessage text={message} />
    </div>
  )
}

const titleOf = ({ home, away }: GameDraft): string =>
  home === '' && away === '' ? messages.admin.newGame : `${home} vs ${away}`

const detailOf = ({ source, leagueTitle, startsAt }: GameDraft): string =>
  source === 'feed'
    ? `${leagueTitle} · ${startsAt.replace('T', ' ')} UTC · ${messages.admin.pricesOfTheFeed}`
    : [leagueTitle, messages.admin.gameOfTheHouse].filter(Boolean).join(' · ')
