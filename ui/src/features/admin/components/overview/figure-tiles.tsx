import { Link } from '@tanstack/react-router'
import type { OutcomeLiability, Overview } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { figures as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { Tile, Tiles } from '../desk/tiles.tsx'

const count = (value: number) => value.toLocaleString('en-IE')

const WorstLink = ({ worst: { eventId, name, home_team: home, away_team: away } }: { worst: OutcomeLiability }) => (
  <Link to="/admin/liability" search={{ event: eventId }} className="underline hover:text-text">
    {texts.inGame(printedName(name), `${home} vs ${away}`)}
  </Link>
)

/** The figures of the house, each kept by a fold; skeletons until they are there. `alerts`: how many hold now. */
export function FigureTiles({ figures, alerts }: { figures: Overview | undefined; alerts: number | undefined }) {
  return (
    <Tiles label={texts.figures} count={8}>
      <Tile label="Admin Balance" hint={texts.ownFloat}>
        {figures && <Money amount={figures.currentAdminBalance} />}
      </Tile>
      <Tile label="User Balance" hint={figures && texts.inWallets(figures.totalUsers, count(figures.totalUsers))}>
        {figures && <Money amount={figures.userBalance} />}
      </Tile>
      <Tile label="House Profit" hint={figures && texts.today(formatEuros(figures.profitToday, true))}>
        {figures && <Money amount={figures.houseProfit} signed toned />}
      </Tile>
      <Tile label="Open stakes" hint={figures && texts.openBets(figures.openBets, count(figures.openBets))}>
        {figures && <Money amount={figures.openStakes} />}
      </Tile>
      <Tile
        label={texts.worst}
        hint={figures && (figures.worst === null ? texts.noneOpen : <WorstLink worst={figures.worst} />)}
      >
        {figures && <Money amount={figures.worst?.exposure ?? 0} />}
      </Tile>
      <Tile label="Total Users">{figures && count(figures.totalUsers)}</Tile>
      <Tile label="Total Bets" hint={figures && texts.betsToday(count(figures.betsToday))}>
        {figures && count(figures.totalBets)}
      </Tile>
      <Tile
        label={texts.alerts}
        hint={
          alerts === undefined ? undefined : alerts === 0 ? (
            texts.nothingHolds
          ) : (
            <Link to="/admin/alerts" className="underline hover:text-text">
              {texts.seeAlerts}
            </Link>
          )
        }
      >
        {alerts !== undefined && <span className={alerts === 0 ? undefined : 'text-warning'}>{count(alerts)}</span>}
      </Tile>
    </Tiles>
  )
}
