import { BET_STATUS_NAMES } from '#domain/bet/bet-statuses.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import { Money } from '#ui/components/money.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatEuros } from '#ui/lib/money.ts'
import type { SettlementPreview } from '../../api/settlement.ts'
import { BeforeAfter } from '../desk/money-changes.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'

type Sums = SettlementPreview['groups'][number]
type PreviewTablesProps = {
  preview: SettlementPreview | undefined
  query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

const TOTAL = 'total'

const nameOf = ({ market, selection }: Sums) =>
  market === TOTAL
    ? settlement.total
    : market === 'parlay'
      ? `${settlement.parlay}, ${settlement.withLeg}`
      : `${marketName(market)}: ${selection}`
const stays = ({ waiting, reopened }: Sums) =>
  [settlement.waiting(waiting), settlement.reopened(reopened)].filter(Boolean).join(', ')

const sums: readonly Column<Sums>[] = [
  {
    key: 'selection',
    title: settlement.selection,
    isWide: true,
    cell: (row) => (
      <span className={row.market === TOTAL ? 'font-semibold' : undefined}>
        {nameOf(row)} <span className="text-muted text-second">{stays(row)}</span>
      </span>
    ),
  },
  { key: 'bets', title: 'Bets', isFigure: true, cell: ({ bets }) => bets },
  { key: 'stakes', title: settlement.stakes, isFigure: true, cell: ({ stakes }) => <Money amount={stakes} /> },
  {
    key: 'returned',
    title: settlement.returned,
    isFigure: true,
    cell: ({ returnedBefore, returnedAfter }) => (
      <BeforeAfter before={formatEuros(returnedBefore)} after={formatEuros(returnedAfter)} />
    ),
  },
  {
    key: 'wallets',
    title: settlement.wallets,
    isFigure: true,
    cell: ({ wallets }) => <Money amount={wallets} signed />,
  },
  { key: 'house', title: settlement.house, isFigure: true, cell: ({ house }) => <Money amount={house} signed toned /> },
  { key: 'moves', title: settlement.movesTitle, isFigure: true, cell: ({ moves }) => <Money amount={moves} /> },
]

type Account = SettlementPreview['accounts'][number]
const accounts: readonly Column<Account>[] = [
  { key: 'username', title: settlement.bettor, isName: true, cell: ({ username }) => username },
  {
    key: 'change',
    title: settlement.change,
    isFigure: true,
    cell: ({ change }) => <Money amount={change} signed toned />,
  },
  {
    key: 'wallet',
    title: settlement.wallet,
    isFigure: true,
    cell: ({ walletBefore, walletAfter }) => (
      <BeforeAfter before={formatEuros(walletBefore)} after={formatEuros(walletAfter)} />
    ),
  },
  {
    key: 'owed',
    title: settlement.owed,
    isFigure: true,
    cell: ({ owedBefore, owedAfter }) =>
      owedBefore === owedAfter ? (
        <Money amount={owedAfter} />
      ) : (
        <span className="text-warning">
          <BeforeAfter before={formatEuros(owedBefore)} after={formatEuros(owedAfter)} />
        </span>
      ),
  },
]

type Bet = SettlementPreview['bets'][number]
const outcome = (status: Bet['statusBefore'], returned: number | null) =>
  returned === null ? BET_STATUS_NAMES[status] : `${BET_STATUS_NAMES[status]} ${formatEuros(returned)}`
const bets: readonly Column<Bet>[] = [
  { key: 'username', title: settlement.bettor, cell: ({ username }) => username },
  { key: 'selection', title: settlement.selection, isWide: true, cell: ({ selection }) => selection },
  { key: 'stake', title: settlement.stake, isFigure: true, cell: ({ stake }) => <Money amount={stake} /> },
  { key: 'odds', title: settlement.odds, isFigure: true, cell: ({ odds }) => odds.toFixed(2) },
  {
    key: 'becomes',
    title: settlement.becomes,
    isFigure: true,
    cell: ({ statusBefore, statusAfter, before, after, mayReturn }) =>
      mayReturn === null ? (
        <BeforeAfter before={outcome(statusBefore, before)} after={outcome(statusAfter, after)} />
      ) : (
        <>
          <span className="text-muted">{settlement.mayReturn} </span>
          <BeforeAfter before={formatEuros(mayReturn.before)} after={formatEuros(mayReturn.after)} />
        </>
      ),
  },
]

/**
 * What an action would move, in euros: by selection with a total, the largest accounts, the first bets. For loading,
 * empty and errors see `DeskTable`; the last two tables appear once there is a preview.
 */
export function PreviewTables({ preview, query }: PreviewTablesProps) {
  const total = preview && { ...preview.total, market: TOTAL, selection: '' }
  return (
    <>
      <DeskTable
        label={settlement.preview}
        columns={sums}
        rows={preview && total && [...preview.groups, total]}
        rowKey={({ market, selection }) => `${market} ${selection}`}
        isSelected={({ market }) => market === TOTAL}
        query={query}
        failed={settlement.previewFailed}
        loading={settlement.looking}
        expected={3}
        empty={{ text: settlement.noBets }}
        top={<Heading>{settlement.preview}</Heading>}
        foot={
          preview !== undefined &&
          preview.moves > 0 && (
            <p className="border-border border-t px-4 py-2 text-muted text-second">{settlement.movesMeans}</p>
          )
        }
      />
      {preview !== undefined && preview.accounts.length > 0 && (
        <DeskTable
          label={settlement.accounts}
          columns={accounts}
          rows={preview.accounts}
          rowKey={({ userId }) => userId}
          query={query}
          empty={{ text: '' }}
          top={<Heading>{settlement.accounts}</Heading>}
        />
      )}
      {preview !== undefined && preview.bets.length + preview.unchanged > 0 && (
        <DeskTable
          label={settlement.affected}
          columns={bets}
          rows={preview.bets}
          rowKey={({ id }) => id}
          query={query}
          empty={{ text: settlement.nothingChanges }}
          top={<Heading>{settlement.affected}</Heading>}
          foot={
            preview.unchanged > 0 && (
              <p className="border-border border-t px-4 py-2 text-muted text-second">
                {settlement.stay(preview.unchanged)}
              </p>
            )
          }
        />
      )}
    </>
  )
}

/** The heading of a table, in the upper part of its card. */
export const Heading = ({ children }: { children: string }) => (
  <h3 className="border-border border-b px-4 py-2 font-semibold text-body">{children}</h3>
)
