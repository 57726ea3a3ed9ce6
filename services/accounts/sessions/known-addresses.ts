// The known addresses of an account, from which it was signed in before: strangers' failures do not count there.
import type pg from 'pg'
import { createBatcher } from '#services/platform/process/batcher.ts'

/** Per account. */
const ADDRESSES_MAX = 20
/** Since the last sign-in. Longer than a session may last. */
const KNOWN_FOR = '180 days'

export type KnownAddresses = {
  /**
   * Whether the account was signed in from there before. `pair`: pseudonym of name and network. Makes one query at a
   * time.
   */
  has(pair: Buffer): Promise<boolean>
  /** `network`: pseudonym of the network. */
  add(accountId: string, pair: Buffer, network: Buffer): Promise<void>
  sweep(): Promise<void>
}

export function createKnownAddresses(pool: Pick<pg.Pool, 'query'>): KnownAddresses {
  const findKnown = createBatcher(async (pairs: ReadonlySet<Buffer>) => {
    const { rows } = await pool.query<{ pair: Buffer }>({
      name: 'sign_in_known',
      text: `select pair from app.known_address where pair = any($1)`,
      values: [[...pairs]],
    })
    return new Set(rows.map((row) => row.pair.toString('hex')))
  })

  return {
    has: async (pair) => (await findKnown([pair])).has(pair.toString('hex')),

    async add(accountId, pair, network) {
      // a registration that was released has no row to belong to
      await pool.query(
        `with used as (
           insert into app.known_address (pair, account_id, network)
           select $2, i.account_id, $3 from app.identity i where i.account_id = $1
           on conflict (pair) do update set used_at = now(), network = excluded.network
            where known_address.used_at < now() - interval '1 hour' or known_address.network is null
         )
         delete from app.known_address k where k.account_id = $1 and k.pair <> $2 and k.pair not in (
           select o.pair from app.known_address o where o.account_id = $1 and o.pair <> $2
            order by o.used_at desc limit ${ADDRESSES_MAX - 1})`,
        [accountId, pair, network],
      )
    },

    async sweep() {
      await pool.query(`delete from app.known_address where used_at < now() - interval '${KNOWN_FOR}'`)
    },
  }
}
