import type { Person, TestProduct } from './product.ts'

/** The commitment to the session in which somebody is signed in, as events have it that were asked for in it. */
export async function sessionOf({ services }: TestProduct, { user }: Person): Promise<string> {
  const { rows } = await services.pool.query<{ commitment: string }>(
    'select commitment from app.session where account_id = $1 limit 1',
    [user.id],
  )
  return rows[0]!.commitment
}
