// One bettor as the desk sees them: figures from the read models, limits from the account's own state.
import { sql } from 'slonik'
import { z } from 'zod'
import { mayChangePassword } from '#domain/account/password.ts'
import { eurosOf } from '#domain/money.ts'
import { statisticsOf } from '#projections/statistics/queries.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { Customer } from '#services/contract/contract.ts'
import { DeskRole } from '#services/contract/values.ts'
import type { Services } from '../../services.ts'
import { shownLimits } from '../play-limits.ts'
import { userRow } from './user-rows.ts'
import { listedUser } from './users.ts'

const Moved = z.object({ depositedCents: z.number(), withdrawnCents: z.number(), openStakeCents: z.number() })

/** Null where there is no such bettor. */
export async function readCustomer(
  { accounts, clock, queries }: Pick<Services, 'accounts' | 'clock' | 'queries'>,
  { accountId: caller, role }: Session,
  account: string,
): Promise<Customer | null> {
  const row = await userRow(queries, account)
  if (row === null) return null
  const [state, own, moved, [statistics]] = await Promise.all([
    accounts.read(account),
    accounts.read(caller),
    queries.one(sql.prepared('moved of customer', Moved)`
      select coalesce(sum(amount_cents) filter (where kind = 'deposit'), 0)::bigint as "depositedCents",
        coalesce(-sum(amount_cents) filter (where kind = 'withdrawal'), 0)::bigint as "withdrawnCents",
        (select coalesce(sum(stake_cents), 0)::bigint from app.bet
          where account_id = ${account} and status = 'pending') as "openStakeCents"
      from app.statement_line where account_id = ${account} and kind in ('deposit', 'withdrawal')`),
    statisticsOf(queries, [account]),
  ])
  const { totalBets = 0, openBets = 0, totalStakeCents = 0, profitCents = 0 } = statistics ?? {}
  const { depositedCents, withdrawnCents, openStakeCents } = moved
  return {
    user: listedUser(row),
    openStake: eurosOf(openStakeCents),
    deposited: eurosOf(depositedCents),
    withdrawn: eurosOf(withdrawnCents),
    settledBets: totalBets - openBets,
    turnover: eurosOf(totalStakeCents - openStakeCents),
    result: eurosOf(profitCents),
    limits: shownLimits(state, clock.businessNow().toISOString()),
    mayChangePassword: mayChangePassword({ id: caller, role }, state),
    role: DeskRole.parse(role),
    currentAdminBalance: eurosOf(own.floatCents),
  }
}
