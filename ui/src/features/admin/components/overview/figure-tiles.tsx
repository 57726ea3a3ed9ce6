import { Link } from '@tanstack/react-router'
import type { Alert, Alerts, OutcomeLiability, Overview } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { figures as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { useReadsOnly } from '../desk/for-writers.tsx'
import { Tile, Tiles } from '../desk/tiles.tsx'

const count = (value: number) => value.toLocaleString('en-IE')

const WorstLink = ({ worst: { eventId, name, home_team: home, away_team: away } }: { worst: OutcomeLiability }) => (
  <Link to="/admin/liability" search={{ event: eventId }} className="rounded-sm underline hover:text-text touch-around">
    {texts.inGame(printedName(name), `${home} vs ${away}`)}
  </Link>
)

/** The number of items that need somebody. */
const ToDo = ({ count: held }: { count: number }) => (
  <span className={held === 0 ? undefined : 'text-warning'}>{count(held)}</span>
)

/** Settlements that wait for a second admin, and undecided games: the counts of these alerts. */
const toSettle = (alerts: readonly Alert[]) => ({
  asked: alerts.find((one) => one.kind === 'settlement-asked')?.decisions ?? 0,
  undecided: alerts.find((one) => one.kind === 'undecided')?.games ?? 0,
})

/** The figures of the house, each maintained by a fold; skeletons while undefined. `held`: the current alerts. */
export function FigureTiles({ figures, held }: { figures: Overview | undefined; held: Alerts | undefined }) {
  // Auditors have no float.
  const readsOnly = useReadsOnly()
  const waits = held && toSettle(held.alerts)
  const waiting = waits && waits.asked + waits.undecided
  return (
    <Tiles label={texts.figures} count={readsOnly ? 8 : 9}>
      {!readsOnly && (
        <Tile label="Admin Balance" hint={texts.ownFloat}>
          {figures && <Money amount={figures.currentAdminBalance} />}
        </Tile>
      )}
      <Tile label="User Balance" hint={figures && texts.inWallets(figures.totalUsers, count(figures.totalUsers))}>
        {figures && <Money amount={figures.userBalance} />}
      </Tile>
      <Tile label="House Profit" hint={figures && texts.today(formatEuros(figures.profitToday, true))}>
        {figures && <Money amount={figures.houseProfit} signed toned="from-zero" />}
      </Tile>
      <Tile
        label={texts.worst}
        isLongHint
        hint={figures && (figures.worst === null ? texts.noneOpen : <WorstLink worst={figures.worst} />)}
      >
        {figures && <Money amount={figures.worst?.exposure ?? 0} />}
      </Tile>
      <Tile label="Open stakes" hint={figures && texts.openBets(figures.openBets, count(figures.openBets))}>
        {figures && <Money amount={figures.openStakes} />}
      </Tile>
      <Tile label="Total Users">{figures && count(figures.totalUsers)}</Tile>
      <Tile label="Total Bets" hint={figures && texts.betsToday(count(figures.betsToday))}>
        {figures && count(figures.totalBets)}
      </Tile>
      <Tile
        label={texts.toSettle}
        isLongHint
        hint={
          waits === undefined ? undefined : waiting === 0 ? (
            texts.noneToSettle
          ) : (
            <Link to="/admin/settlement" className="rounded-sm underline hover:text-text touch-around">
              {texts.waitsToSettle(waits.asked, waits.undecided)}
            </Link>
          )
        }
      >
        {waiting === undefined ? undefined : <ToDo count={waiting} />}
      </Tile>
      <Tile
        label={texts.alerts}
        hint={
          held === undefined ? undefined : held.total === 0 ? (
            texts.nothingHolds
          ) : (
            <Link to="/admin/alerts" className="rounded-sm underline hover:text-text touch-around">
              {texts.seeAlerts}
            </Link>
          )
        }
      >
        {held && <ToDo count={held.total} />}
      </Tile>
    </Tiles>
  )
}
