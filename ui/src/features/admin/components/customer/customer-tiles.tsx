import type { Customer } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { Tile, Tiles } from '../desk/tiles.tsx'

const text = (euros: number): string => formatEuros(euros.toFixed(2))

/** A bettor's money, in euros: balance, open stakes, debt, net deposits and result. */
export function CustomerTiles({ customer }: { customer: Customer }) {
  const { user, openStake, deposited, withdrawn, settledBets, turnover, result } = customer
  return (
    <Tiles label={customers.figures}>
      <Tile label={customers.balance} hint={customers.free}>
        <Money amount={user.balance} />
      </Tile>
      <Tile label={customers.openStakes} hint={customers.openBets(user.openBets)}>
        <Money amount={openStake} />
      </Tile>
      <Tile label={customers.owed} hint={user.owed > 0 ? customers.paidFirst : customers.nothingOwed}>
        <Money amount={user.owed} />
      </Tile>
      <Tile label={customers.netDeposits} hint={customers.inAndOut(text(deposited), text(withdrawn))}>
        <Money amount={(deposited - withdrawn).toFixed(2)} />
      </Tile>
      <Tile label={customers.resultOf(settledBets)} hint={customers.onTurnover(text(turnover))}>
        <Money amount={result} signed toned />
      </Tile>
    </Tiles>
  )
}
