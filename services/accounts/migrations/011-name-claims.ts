// Creates claims for names from before there were claims. Of two lookalikes, the earlier one gets the skeleton; both
// keep their names.
import type pg from 'pg'
import { foldCase } from '../names/folding.ts'
import { skeletonsOf } from '../names/lookalikes.ts'

const PAGE = 1_000

type Row = { account: string; normal: string; claimed: string }

export async function run(client: pg.Client): Promise<void> {
  let after = { claimed: '-infinity', account: '' }
  for (;;) {
    const { rows } = await client.query<Row>(
      `select account_id as account, username_normal as normal, claimed_at::text as claimed from app.identity
        where (claimed_at, account_id) > ($1, $2) order by claimed_at, account_id limit $3`,
      [after.claimed, after.account, PAGE],
    )
    const claims = rows.flatMap(({ account, normal }) =>
      skeletonsOf(foldCase(normal)).map((skeleton) => ({ account, skeleton })),
    )
    await client.query(
      `insert into app.name_claim (look, account_id)
       select look, account from unnest($1::text[], $2::text[]) as claim (look, account) on conflict do nothing`,
      [claims.map(({ skeleton }) => skeleton), claims.map(({ account }) => account)],
    )
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last
  }
}
