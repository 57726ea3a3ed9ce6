import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#tests/database.ts'
import { isTransient } from '../process/transient-errors.ts'
import { openPool } from './pool.ts'
import { inTransaction } from './transaction.ts'

test('a connection that breaks between two queries of a transaction fails only that transaction', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const pool = openPool(database.url, { max: 2 })
  onTestFinished(() => pool.end())
  const broken = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    // not `once` of node:events, which also rejects on `error`
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    await ended
    await client.query('select 1')
  })
  await expect(broken).rejects.toSatisfy(isTransient)
  const { rows } = await pool.query('select 7 as n')
  expect(rows).toEqual([{ n: 7 }])
})
