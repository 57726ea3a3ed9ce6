// One bettor as admins see them: figures from the read models, limits from the account's own state.
import { sql } from 'slonik'
import { z } from 'zod'
import { mayChangePassword } from '#domain/account/password.ts'
import { eurosOf } from '#domain/money.ts'
import { statisticsOf } from '#projections/statistics/queries.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { Customer } from '#services/contract/contract.ts'
import { DeskRole } from '#services/contract/values.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { goodwillLeft } from '../../desk/goodwill-bound.ts'
import type { Services } from '../../services.ts'
import { shownLimits } from '../play-limits.ts'
import { userRow } from './user-rows.ts'
import { listedUser } from './users.ts'

const Moved = z.object({ depositedCents: z.number(), withdrawnCents: z.number(), openStakeCents: z.number() })

const Block = z.object({ number: z.number(), at: z.date(), by: z.string().nullable(), reason: z.string().nullable() })

async function blockOf(db: Queries, account: string): Promise<Customer['blocked']> {
  const block = await db.maybeOne(sql.prepared('last block of an account', Block)`
    select a.number, a.at, i.username as by, r.text as reason
    from app.audit a
    left join app.identity i on i.account_id = a.actor_id
    left join app.reason_text r on r.commitment = a.reason_text
    where a.account_id = ${account} and a.type = 'AccountBlocked' order by a.number desc limit 1`)
  return block && { ...block, at: block.at.toISOString() }
}

/** Null if there is no such bettor. */
export async function readCustomer(
  { accounts, clock, queries, rules }: Pick<Services, 'accounts' | 'clock' | 'queries' | 'rules'>,
  { accountId: caller, role }: Session,
  account: string,
): Promise<Customer | null> {
  const row = await userRow(queries, account)
  if (row === null) return null
  const now = clock.businessNow()
  const [state, own, moved, [statistics], leftCents, blocked] = await Promise.all([
    accounts.read(account),
    accounts.read(caller),
    queries.one(sql.prepared('moved of customer', Moved)`
      select coalesce(sum(amount_cents) filter (where kind = 'deposit'), 0)::bigint as "depositedCents",
        coalesce(-sum(amount_cents) filter (where kind = 'withdrawal'), 0)::bigint as "withdrawnCents",
        (select coalesce(sum(stake_cents), 0)::bigint from app.bet
          where account_id = ${account} and status = 'pending') as "openStakeCents"
      from app.statement_line where account_id = ${account} and kind in ('deposit', 'withdrawal')`),
    statisticsOf(queries, [account]),
    rules.now().then((inForce) => goodwillLeft({ accounts }, inForce, caller, now)),
    row.blocked ? blockOf(queries, account) : null,
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
    limits: shownLimits(state, now.toISOString()),
    mayChangePassword: mayChangePassword({ id: caller, role }, state),
    goodwillLeftToday: leftCents === null ? null : eurosOf(leftCents),
    blocked,
    role: DeskRole.parse(role),
    currentAdminBalance: eurosOf(own.floatCents),
  }
}
