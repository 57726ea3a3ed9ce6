import type { Person, TestProduct } from './product.ts'

/** The commitment to a person's current session, as it stands in events that were requested in it. */
export async function sessionOf({ services }: TestProduct, { user }: Person): Promise<string> {
  const { rows } = await services.pool.query<{ commitment: string }>(
    'select commitment from app.session where account_id = $1 limit 1',
    [user.id],
  )
  return rows[0]!.commitment
}
