import { clsx } from 'clsx'
import { marketName } from '#domain/settlement/market-names.ts'
import type { TickerBet } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { ticker as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatSeconds } from '#ui/lib/time/seconds.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { BettorLink } from '../desk/bettor-link.tsx'
import type { Column } from '../desk/table/column.ts'

export const tickerColumns: readonly Column<TickerBet>[] = [
  { key: 'placed', title: texts.placed, cell: ({ at }) => <span className="text-muted">{formatSeconds(at)}</span> },
  { key: 'user', title: texts.user, cell: (bet) => <BettorLink id={bet.userId} name={bet.username} /> },
  { key: 'bet', title: texts.bet, isWide: true, cell: (bet) => <What bet={bet} /> },
  { key: 'odds', title: texts.odds, isFigure: true, cell: ({ odds }) => formatOdds(odds) },
  { key: 'stake', title: texts.stake, isFigure: true, cell: (bet) => <Stake of={bet} /> },
  { key: 'win', title: texts.win, isFigure: true, cell: ({ potentialWin }) => <Money amount={potentialWin} /> },
  {
    key: 'number',
    title: texts.number,
    isFigure: true,
    cell: ({ number }) => <span className="font-mono text-muted">#{number.toLocaleString('en-IE')}</span>,
  },
]

/** In columns: truncated, without influence on the width of the column. */
const ONE_LINE = 'md:block md:truncate md:[contain:inline-size]'

/** The game, without the team that the bet is on. */
function gameWithoutTeam({ selection, game }: TickerBet['legs'][number]): string {
  const other = game.split(' vs ').filter((team) => team !== selection)
  return other.length === 1 ? `vs ${other[0]}` : game
}

function What({ bet: { legs } }: { bet: TickerBet }) {
  const [leg] = legs
  if (legs.length === 1 && leg !== undefined) {
    return (
      <span className={ONE_LINE} title={`${leg.game}, ${marketName(leg.market)}`}>
        <span className="font-medium">{printedName(leg.selection)}</span>{' '}
        <span className="text-muted">
          {gameWithoutTeam(leg)} · {marketName(leg.market)}
          {leg.inPlay && ` · ${texts.inPlay}`}
        </span>
      </span>
    )
  }
  return (
    <span className={ONE_LINE}>
      <span className="font-medium">{legs.length}-Leg Parlay</span>{' '}
      <span className="text-muted">{legs.map(({ selection }) => printedName(selection)).join(', ')}</span>
    </span>
  )
}

const Stake = ({ of: { stake, isBig } }: { of: TickerBet }) => (
  <>
    <Money amount={stake} className={clsx('font-semibold', isBig && 'text-warning')} />
    {isBig && <span className="sr-only">, {texts.bigStake}</span>}
  </>
)
