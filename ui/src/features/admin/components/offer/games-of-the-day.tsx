import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { deskGames } from '#ui/lib/messages/desk/games.ts'
import { messages } from '#ui/lib/messages.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { loadGamesOfTheDay } from '../../api/offer.ts'
import {
  contentOf,
  draftOf,
  editedGameOf,
  faultOf,
  faultsOf,
  type GameDraft,
  newDraft,
  pickedDraft,
} from '../../model/offer/edited-games.ts'
import { useGamesDraft } from '../../model/offer/games-draft.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ForWriters, useReadsOnly } from '../desk/for-writers.tsx'
import { useNews } from '../desk/table/use-news.ts'
import { EditedGame } from './edited-game.tsx'
import { PickGame } from './pick-game.tsx'

/** The games of the day at their own address, loaded at once. */
export function GamesOfTheDayPage() {
  return (
    <DeskPage section="games-of-the-day">
      <DeskCard>
        <GamesOfTheDayEditor isLoadedAtFirst />
      </DeskCard>
    </DeskPage>
  )
}

/** How many games a list is taken to have until it is there. */
const EXPECTED = 8

/**
 * Edits the Games of the Day on the main page. Saving replaces the whole list. Nothing but its buttons until it is
 * loaded on demand; skeletons while loading, an error as feedback.
 */
export function GamesOfTheDayEditor({ isLoadedAtFirst = false }: { isLoadedAtFirst?: boolean }) {
  const { games, saved, savedAt, isUnsaved, edit, settle, discard } = useGamesDraft()
  const isFresh = useNews(saved ?? undefined, contentOf)
  /** The ids of games that were in an attempt to save: their errors are shown. */
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const leadsToFault = useRef(false)
  const [isAsking, setAsking] = useState(false)
  /** The id of a new game until it has been focused. */
  const added = useRef<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const readsOnly = useReadsOnly()
  const feedback = useFeedback()
  const loading = useMutation({
    mutationFn: loadGamesOfTheDay,
    onSuccess: (loaded) => settle(loaded.games.map(draftOf), loaded.lastUpdated),
  })
  const { mutate: load } = loading
  const loadsAtFirst = isLoadedAtFirst && games === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount; what is edited stays
  useEffect(() => {
    if (loadsAtFirst) load()
  }, [])
  const isOpening = games === null && (loading.isPending || (isLoadedAtFirst && loading.isIdle))
  const notLoaded = isOpening
    ? messages.games.loadingGamesOfTheDay
    : readsOnly
      ? deskGames.notLoadedReader
      : deskGames.notLoaded
  const failed = loading.error && errorText(loading.error, admin.loadGamesFailed)
  const action = useAdminAction<z.infer<typeof Done>>()
  const change = (id: string, changes: Partial<GameDraft>) =>
    edit((all) => all.map((game) => (game.id === id ? { ...game, ...changes } : game)))
  const add = () => {
    const draft = newDraft()
    added.current = draft.id
    edit((all) => [...all, draft])
  }
  /** A new game is last in the list: scrolls to it and focuses its first field. */
  const focusAdded = (id: string) => (item: HTMLLIElement | null) => {
    if (item === null || added.current !== id) return
    added.current = null
    item.querySelector('select')?.focus()
  }
  const save = () => {
    if (games === null) return feedback.refuse(admin.noGamesToUpdate)
    const fault = faultOf(games)
    if (fault !== null) {
      setTried(new Set(games.map(({ id }) => id)))
      leadsToFault.current = true
      return feedback.refuse(fault)
    }
    action.mutate(
      { action: 'update-games-of-day', games: games.map(editedGameOf), lastUpdated: savedAt },
      {
        onSuccess: (reply) => {
          feedback.succeed(reply.message ?? admin.gamesUpdated)
          settle(games, reply.lastUpdated)
          load()
        },
        onError: (error) => feedback.fail(error, admin.updateGamesFailed),
      },
    )
  }
  useEffect(() => {
    if (!leadsToFault.current) return
    leadsToFault.current = false
    list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })
  return (
    <div className="opens-in-order flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={loading.isPending} onClick={() => (isUnsaved ? setAsking(true) : load())}>
          {admin.loadGames}
        </Button>
        <ForWriters>
          <Button disabled={isOpening} aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
            {deskGames.pick}
          </Button>
          <Button disabled={isOpening} onClick={add}>
            {admin.addGame}
          </Button>
        </ForWriters>
        <p className="text-muted text-second">{deskGames.times}</p>
      </div>
      {isPicking && (
        <PickGame
          taken={new Set(games?.map(({ id }) => id))}
          onPick={(game) => edit((all) => [...all, pickedDraft(game)])}
        />
      )}
      <p role="status" className={clsx('text-second', isUnsaved ? 'text-warning' : 'text-muted')}>
        {isUnsaved ? deskGames.unsaved : games === null ? notLoaded : deskGames.unchanged}
      </p>
      {isOpening && (
        <div data-opening="" className="flex flex-col gap-4">
          {/* As high as a game of the feed. */}
          <Skeletons count={EXPECTED} className="h-18 w-full rounded-control pointer-coarse:max-md:h-23" />
        </div>
      )}
      {games === null && failed !== null && <ErrorNotice message={failed} busy={loading.isPending} onRetry={load} />}
      {games?.length === 0 && <p className="text-body text-muted">{messages.games.noGamesOfTheDay}</p>}
      <ol ref={list} className="flex flex-col gap-4 empty:hidden">
        {games?.map((game, place) => (
          <EditedGame
            key={game.id}
            ref={focusAdded(game.id)}
            game={game}
            place={place}
            isFresh={isFresh(game)}
            faults={tried.has(game.id) ? faultsOf(game) : {}}
            onChange={(changes) => change(game.id, changes)}
            onRemove={() => edit((all) => all.filter(({ id }) => id !== game.id))}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <ForWriters>
          <Button variant="primary" busy={action.isPending} busyLabel={admin.updating} onClick={save}>
            {admin.saveGames}
          </Button>
          <Button disabled={!isUnsaved || action.isPending} onClick={discard}>
            {deskGames.discard}
          </Button>
        </ForWriters>
        <Feedback text={feedback.text ?? (games && failed && admin.balanceFailed(failed))} />
      </div>
      {isAsking && (
        <ConfirmAction
          onClose={() => setAsking(false)}
          title={deskGames.reload}
          description={deskGames.reloadText}
          confirmLabel={admin.loadGames}
          busy={false}
          isDangerous
          onConfirm={() => {
            setAsking(false)
            load()
          }}
        />
      )}
    </div>
  )
}
