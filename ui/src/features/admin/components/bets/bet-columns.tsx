import { Link } from '@tanstack/react-router'
import { marketName } from '#domain/settlement/market-names.ts'
import type { DeskBet } from '#services/contract/contract.ts'
import { StatusBadge } from '#ui/components/bet-status.tsx'
import { Money } from '#ui/components/money.tsx'
import { adminBets } from '#ui/lib/messages/desk/bets.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { BettorLink } from '../desk/bettor-link.tsx'
import type { Column } from '../desk/table/column.ts'

const { columns: titles } = adminBets

type Legs = { readonly isOpen: (bet: DeskBet) => boolean; readonly onToggle: (bet: DeskBet) => void }

/** Potential win and return are separate columns, however the bet ended. */
export const betColumns = (legs: Legs): readonly Column<DeskBet>[] => [
  {
    key: 'placed',
    title: titles.placed,
    sorts: true,
    cell: (bet) => (
      <time dateTime={bet.created_at} className="text-muted">
        {formatDayTime(bet.created_at)}
      </time>
    ),
  },
  { key: 'user', title: titles.user, cell: (bet) => <BettorLink id={bet.userId} name={bet.username} /> },
  { key: 'bet', title: titles.bet, isWide: true, cell: (bet) => <What bet={bet} legs={legs} /> },
  { key: 'odds', title: titles.odds, isFigure: true, cell: (bet) => formatOdds(bet.odd) },
  {
    key: 'stake',
    title: titles.stake,
    isFigure: true,
    sorts: true,
    cell: (bet) => <Money amount={bet.bet_amount} className="font-semibold" />,
  },
  { key: 'win', title: titles.win, isFigure: true, cell: (bet) => <Win bet={bet} /> },
  { key: 'status', title: titles.status, cell: (bet) => <StatusBadge status={bet.status} /> },
  { key: 'returned', title: titles.returned, isFigure: true, cell: (bet) => <Returned bet={bet} /> },
  { key: 'house', title: titles.house, isFigure: true, cell: houseResult },
  {
    key: 'ledger',
    title: titles.ledger,
    isFigure: true,
    cell: (bet) => (
      <Link
        to="/admin/audit"
        search={{ of: bet.id }}
        className="rounded-sm font-mono text-muted hover:underline touch-around"
      >
        #{bet.number.toLocaleString('en-IE')}
      </Link>
    ),
  },
]

const What = ({ bet, legs }: { bet: DeskBet; legs: Legs }) =>
  bet.legs === null ? (
    <>
      <span className="font-medium">{bet.selection}</span>{' '}
      <span className="text-muted">
        {marketName(bet.bet_type)} · {bet.game}
      </span>
    </>
  ) : (
    <>
      <span className="font-medium">{bet.game}</span>{' '}
      <span className="text-muted">{bet.legs.map(({ selection }) => selection).join(', ')}</span>{' '}
      <button
        type="button"
        aria-expanded={legs.isOpen(bet)}
        onClick={() => legs.onToggle(bet)}
        className="rounded-sm font-medium text-muted underline underline-offset-2 hover:text-text touch-around"
      >
        {adminBets.legs(bet.legs.length)}
      </button>
    </>
  )

/** The potential win as struck; below it what is still possible. */
const Win = ({ bet: { struck_potential_win: struck, could_return: left } }: { bet: DeskBet }) => (
  <>
    <Money amount={struck} />
    {left !== null && left !== struck && (
      <span className="block text-muted">
        {adminBets.left} <Money amount={left} />
      </span>
    )}
  </>
)

const isSettled = ({ status }: DeskBet): boolean => status !== 'pending'

const Returned = ({ bet }: { bet: DeskBet }) =>
  isSettled(bet) ? <Money amount={bet.potential_win} /> : <span className="text-muted">{adminBets.open}</span>

/** The house's profit on a settled bet: the stake less the return. */
const houseResult = (bet: DeskBet) =>
  isSettled(bet) ? <Money amount={(bet.bet_amount - bet.potential_win).toFixed(2)} signed toned /> : null
