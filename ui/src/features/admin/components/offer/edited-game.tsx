import { clsx } from 'clsx'
import type { ComponentProps, Ref } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { productTimeText } from '#ui/lib/time/product-time.ts'
import type { GameDraft } from '../../model/offer/edited-games.ts'
import { ForWriters, useReadsOnly } from '../desk/for-writers.tsx'
import { FRESH } from '../desk/table/table-props.ts'
import { GameFields } from './game-fields.tsx'

type EditedGameProps = ComponentProps<typeof GameFields> & {
  ref: Ref<HTMLLIElement>
  /** Counted from 0. */
  place: number
  /** It is new in the list that was loaded. */
  isFresh: boolean
  onRemove: () => void
}

/** A game of the list: one of the feed can only be removed, one of the house has fields. */
export function EditedGame({ ref, game, place, isFresh, faults, onChange, onRemove }: EditedGameProps) {
  const readsOnly = useReadsOnly()
  return (
    <li
      ref={ref}
      className={clsx('flex scroll-my-24 flex-col gap-4 rounded-control border border-border p-4', isFresh && FRESH)}
    >
      <div className="flex items-start justify-between gap-2 max-[20rem]:flex-wrap">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h2 className="font-semibold text-body">{titleOf(game)}</h2>
          <p className="text-muted text-second">{detailOf(game)}</p>
        </div>
        <ForWriters>
          <Button
            size="sm"
            variant="danger"
            aria-label={`Remove game ${place + 1}: ${titleOf(game)}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </ForWriters>
      </div>
      {game.source !== 'feed' && !readsOnly && <GameFields game={game} faults={faults} onChange={onChange} />}
    </li>
  )
}

const titleOf = ({ home, away }: GameDraft): string =>
  home === '' && away === '' ? admin.newGame : `${home} vs ${away}`

const detailOf = ({ source, leagueTitle, loadedStart }: GameDraft): string =>
  source === 'feed'
    ? [leagueTitle, loadedStart && productTimeText(loadedStart), admin.pricesOfTheFeed].filter(Boolean).join(' · ')
    : [leagueTitle, admin.gameOfTheHouse].filter(Boolean).join(' · ')
