import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { deskGames } from '#ui/lib/messages/desk/games.ts'
import { messages } from '#ui/lib/messages.ts'
import { productTimeText } from '#ui/lib/time/product-time.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { loadGamesOfTheDay } from '../../api/offer.ts'
import { draftOf, editedGameOf, faultOf, type GameDraft, newDraft, pickedDraft } from '../../model/edited-games.ts'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ForWriters, useReadsOnly } from '../desk/for-writers.tsx'
import { GameFields } from './game-fields.tsx'
import { PickGame } from './pick-game.tsx'

export function GamesOfTheDayPage() {
  return (
    <DeskPage section="games-of-the-day">
      <DeskCard>
        <GamesOfTheDayEditor />
      </DeskCard>
    </DeskPage>
  )
}

/** The list of the main page: what is saved replaces it as a whole. */
export function GamesOfTheDayEditor() {
  /** Null until something was loaded or added. */
  const [games, setGames] = useState<readonly GameDraft[] | null>(null)
  /** The new game that has not had the focus yet. */
  const added = useRef<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const readsOnly = useReadsOnly()
  const feedback = useFeedback()
  const loading = useMutation({
    mutationFn: loadGamesOfTheDay,
    onSuccess: (loaded) => setGames(loaded.games.map(draftOf)),
    onError: (error) => feedback.fail(error, admin.loadGamesFailed),
  })
  const action = useAdminAction<z.infer<typeof Done>>()
  const change = (id: string, changes: Partial<GameDraft>) =>
    setGames((all) => all?.map((game) => (game.id === id ? { ...game, ...changes } : game)) ?? null)
  const add = () => {
    const draft = newDraft()
    added.current = draft.id
    setGames((all) => [...(all ?? []), draft])
  }
  /** What was added stands below all others: it comes into view, and its first field takes what is typed. */
  const focusAdded = (id: string) => (item: HTMLLIElement | null) => {
    if (item === null || added.current !== id) return
    added.current = null
    item.querySelector('select')?.focus()
  }
  const save = () => {
    if (games === null) return feedback.refuse(admin.noGamesToUpdate)
    const fault = games.map(faultOf).find((text) => text !== null)
    if (fault) return feedback.refuse(fault)
    action.mutate(
      { action: 'update-games-of-day', games: games.map(editedGameOf) },
      {
        onSuccess: (reply) => {
          feedback.succeed(reply.message ?? admin.gamesUpdated)
          loading.mutate()
        },
        onError: (error) => feedback.fail(error, admin.updateGamesFailed),
      },
    )
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap gap-2">
        <Button busy={loading.isPending} onClick={() => loading.mutate()}>
          {admin.loadGames}
        </Button>
        <ForWriters>
          <Button aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
            {deskGames.pick}
          </Button>
          <Button onClick={add}>{admin.addGame}</Button>
        </ForWriters>
        <p className="text-muted text-second">{deskGames.times}</p>
      </div>
      {isPicking && (
        <PickGame
          taken={new Set(games?.map(({ id }) => id))}
          onPick={(game) => setGames((all) => [...(all ?? []), pickedDraft(game)])}
        />
      )}
      {games === null && <p className="text-muted text-second">{deskGames.notLoaded}</p>}
      {games?.length === 0 && <p className="text-body text-muted">{messages.games.noGamesOfTheDay}</p>}
      <ol className="flex flex-col gap-4 empty:hidden">
        {games?.map((game, place) => (
          <li
            key={game.id}
            ref={focusAdded(game.id)}
            className="flex scroll-my-24 flex-col gap-4 rounded-control border border-border p-4"
          >
            <div className="flex flex-wrap items-start justify-between gap-2">
              <div>
                <h2 className="font-semibold text-body">{titleOf(game)}</h2>
                <p className="text-muted text-second">{detailOf(game)}</p>
              </div>
              <ForWriters>
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={`Remove game ${place + 1}: ${titleOf(game)}`}
                  onClick={() => setGames(games.filter(({ id }) => id !== game.id))}
                >
                  Remove
                </Button>
              </ForWriters>
            </div>
            {game.source !== 'feed' && !readsOnly && (
              <GameFields game={game} onChange={(changes) => change(game.id, changes)} />
            )}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <ForWriters>
          <Button variant="primary" busy={action.isPending} busyLabel={admin.updating} onClick={save}>
            {admin.saveGames}
          </Button>
        </ForWriters>
        <Feedback text={feedback.text} />
      </div>
    </div>
  )
}

const titleOf = ({ home, away }: GameDraft): string =>
  home === '' && away === '' ? admin.newGame : `${home} vs ${away}`

const detailOf = ({ source, leagueTitle, loadedStart }: GameDraft): string =>
  source === 'feed'
    ? [leagueTitle, loadedStart && productTimeText(loadedStart), admin.pricesOfTheFeed].filter(Boolean).join(' · ')
    : [leagueTitle, admin.gameOfTheHouse].filter(Boolean).join(' · ')
