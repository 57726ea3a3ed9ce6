import { clsx } from 'clsx'
import type { Game } from '#services/contract/contract.ts'
import { betKeyOf, type Selection, selectionOf } from '#ui/model/slip/selection.ts'
import { outcomeOf, type Side } from '../../model/markets/match-result.ts'
import { SIDE_LABELS, sideName, sidePrice } from '../../model/markets/price.ts'
import { OddsButton } from '../odds-button.tsx'

export type GamePricesProps = {
  game: Game
  /** The priced sides in the game's league: with or without X. */
  sides: readonly Side[]
  /** The betKey of the game's selection in the slip. */
  selectedKey: string | null
  /** On the business clock. */
  hasStarted: boolean
  isFresh: boolean
  onPick: (selection: Selection) => void
}

/**
 * 1, X and 2. On a wide row, in three columns that are the same in all leagues, so X may be empty; on a narrow row,
 * side by side. With letters twice as large, odds above a thousand wrap into two lines.
 */
export function GamePrices({ game, sides, selectedKey, hasStarted, isFresh, onPick }: GamePricesProps) {
  return (
    <div
      className={clsx(
        'relative z-10 col-span-full grid gap-1.5 max-[20rem]:flex max-[20rem]:flex-wrap max-[20rem]:*:flex-[1_1_28%] @wide/row:col-span-1 @wide/row:col-start-4',
        sides.length === 2 ? 'grid-cols-2 @wide/row:grid-cols-3 @wide/row:[&>:last-child]:col-start-3' : 'grid-cols-3',
      )}
    >
      {sides.map((side) => {
        const price = sidePrice(game, side, { hasStarted, isFresh })
        // By name, not by price: a picked price stays marked while its market is suspended.
        const key = betKeyOf({ eventId: game.id, marketKey: 'h2h', point: null, selection: outcomeOf(game, side) })
        return (
          <OddsButton
            key={side}
            hasHeading
            label={SIDE_LABELS[side]}
            outcome={sideName(game, side)}
            odds={price.odds}
            state={price.state}
            reason={price.reason}
            isSelected={key === selectedKey}
            onPick={() => {
              const selection = selectionOf(game, 'h2h', price.index)
              if (selection) onPick(selection)
            }}
          />
        )
      })}
    </div>
  )
}
