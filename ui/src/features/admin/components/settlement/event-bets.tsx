import { BET_STATUS_NAMES } from '#domain/bet/bet-statuses.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import type { DeskEventBets } from '../../api/settlement.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import type { BetToDecide } from './bet-decision.tsx'
import { Heading } from './preview-tables.tsx'

type Selection = DeskEventBets['selections'][number]
type Bet = DeskEventBets['bets'][number]

const selections: readonly Column<Selection>[] = [
  {
    key: 'selection',
    title: settlement.selection,
    isWide: true,
    cell: ({ market, name }) => (
      <>
        <span className="text-muted">{marketName(market)}</span> {name}
      </>
    ),
  },
  { key: 'open', title: settlement.open, isFigure: true, cell: ({ open }) => open },
  { key: 'settled', title: settlement.settled, isFigure: true, cell: ({ settled }) => settled },
  { key: 'parlays', title: settlement.parlays, isFigure: true, cell: ({ inParlays }) => inParlays },
  { key: 'stakes', title: settlement.stakes, isFigure: true, cell: ({ stakes }) => <Money amount={stakes} /> },
  { key: 'returned', title: settlement.returned, isFigure: true, cell: ({ returned }) => <Money amount={returned} /> },
]

const loaded = { error: null, isFetching: false, refetch: () => undefined }

type EventBetsProps = {
  event: DeskEventBets
  /** Null right after a decision: the rows may still be those from before it. */
  onDecide: ((bet: BetToDecide, button: HTMLElement) => void) | null
}

/**
 * The bets of an event by selection, and the largest ones, each with the decisions that can be made about it; money in
 * euros. A text if there are none.
 */
export function EventBets({ event, onDecide }: EventBetsProps) {
  const mayDecide = event.bets.some(({ actions }) => actions.length > 0)
  const bets: readonly Column<Bet>[] = [
    { key: 'username', title: settlement.bettor, cell: ({ username }) => username },
    {
      key: 'selection',
      title: settlement.selection,
      isWide: true,
      cell: ({ market, selection, parlay }) => (
        <>
          <span className="text-muted">{marketName(market)}</span> {selection}
          {parlay && <span className="text-muted text-second"> · {settlement.parlay}</span>}
        </>
      ),
    },
    { key: 'stake', title: settlement.stake, isFigure: true, cell: ({ stake }) => <Money amount={stake} /> },
    { key: 'odds', title: settlement.odds, isFigure: true, cell: ({ odds }) => odds.toFixed(2) },
    {
      key: 'status',
      title: settlement.status,
      isFigure: true,
      cell: ({ status, returned }) => (
        <>
          {BET_STATUS_NAMES[status]} {returned !== null && <Money amount={returned} />}
        </>
      ),
    },
    ...(mayDecide
      ? [
          {
            key: 'actions',
            title: settlement.betActions,
            cell: (bet: Bet) => <BetActions bet={bet} onDecide={onDecide} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <DeskTable
        label={settlement.selections}
        columns={selections}
        rows={event.selections}
        rowKey={({ market, selection, point }) => `${market} ${selection} ${point ?? ''}`}
        query={loaded}
        empty={{ text: settlement.noBets }}
        top={<Heading>{settlement.selections}</Heading>}
      />
      {event.bets.length > 0 && (
        <DeskTable
          label={settlement.betList}
          columns={bets}
          rows={event.bets}
          rowKey={({ id }) => id}
          query={loaded}
          empty={{ text: settlement.noBets }}
          top={<Heading>{settlement.betList}</Heading>}
        />
      )}
    </>
  )
}

function BetActions({ bet, onDecide }: { bet: Bet; onDecide: EventBetsProps['onDecide'] }) {
  const { id, username, selection, actions } = bet
  if (onDecide === null || actions.length === 0) return null
  const of = <span className="sr-only">{` ${username}, ${selection}`}</span>
  return (
    <span className="flex gap-1.5 max-md:flex-wrap">
      {actions.map((action) => (
        <Button
          key={action}
          size="sm"
          onClick={({ currentTarget }) => onDecide({ id, username, selection, action }, currentTarget)}
        >
          {settlement.actions[action]}
          {of}
        </Button>
      ))}
    </span>
  )
}
