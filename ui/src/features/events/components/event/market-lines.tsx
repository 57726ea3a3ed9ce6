import { clsx } from 'clsx'
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { decidedBy, type ScoreSeen } from '../../model/markets/decided.ts'
import { type LineGrid, lineGrids } from '../../model/markets/line-grid.ts'
import { unitOf } from '../../model/markets/market-groups.ts'
import type { ShownMarket } from '../../model/markets/shown-market.ts'
import { DecidedCell } from './decided-cell.tsx'
import { MarketPrice } from './market-price.tsx'

type MarketLinesProps = { game: Game; market: ShownMarket; scores: readonly ScoreSeen[] }

/** A market with lines as tables: the line on the left, a price for each side of it. */
export function MarketLines({ game, market, scores }: MarketLinesProps) {
  return lineGrids(game, market).map((grid) => (
    <LineTable key={grid.team} game={game} market={market.key} grid={grid} scores={scores} />
  ))
}

type LineTableProps = { game: Game; market: string; grid: LineGrid; scores: readonly ScoreSeen[] }

function LineTable({ game, market, grid, scores }: LineTableProps) {
  const { team, columns, rows } = grid
  const side = team === '' ? null : team === game.home_team ? 'home' : 'away'
  const isSpread = columns[0] === game.home_team
  return (
    <table className="w-full table-fixed border-separate border-spacing-x-1.5 border-spacing-y-1 px-1.5 pb-2 max-[20rem]:block max-[20rem]:px-2 max-[20rem]:pt-2 max-[20rem]:*:block">
      {team && <caption className="truncate px-4 pt-2 text-left font-medium text-second">{team}</caption>}
      {/* With letters twice as large a phone has no room for columns: each price shows its own label. */}
      <thead className="max-[20rem]:hidden!">
        <tr className="text-muted text-second">
          <th scope="col" className="w-16 truncate py-1 pl-1 text-left align-bottom font-normal">
            {isSpread ? 'Line' : unitOf(game.sport)}
          </th>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="text-balance px-1 py-1 align-bottom font-normal [overflow-wrap:anywhere]"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, point, cells }) => {
          const isTaken = cells.every((cell) => cell?.price == null)
          const decided = isTaken && !game.completed ? decidedBy(scores, { market, point, side }) : null
          return (
            <tr key={line} className="max-[20rem]:block">
              <th
                scope="row"
                className={clsx(
                  'pl-1 text-left font-semibold text-body tabular-nums',
                  !decided && 'max-[20rem]:hidden',
                )}
              >
                {line}
              </th>
              {decided ? (
                <td colSpan={2} className="p-0">
                  <DecidedCell decided={decided} />
                </td>
              ) : (
                cells.map((cell, at) => (
                  <td key={columns[at]} className="p-0 max-[20rem]:block max-[20rem]:pb-1.5">
                    {cell ? <MarketPrice game={game} market={market} outcome={cell} inGrid /> : <NoPrice />}
                  </td>
                ))
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The other side of a line that has only one price. */
function NoPrice() {
  return (
    <span className="flex max-[20rem]:hidden h-11 items-center justify-center rounded-control border border-border bg-inset text-body text-muted">
      {messages.event.notAvailable}
    </span>
  )
}
