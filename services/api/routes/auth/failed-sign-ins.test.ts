// Failed sign-ins, counted by account and hour: over HTTP, from many addresses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFailureCount, createFailureSweep } from '#services/accounts/sign-ins/failed-sign-ins.ts'
import { createCommands } from '#services/commands/commands.ts'
import { AuditPage } from '#services/contract/contract.ts'
import { waitingForLocks } from '#tests/database.ts'
import { ATTEMPT_LIMITS } from '../../limits/attempts.ts'
import { newName, type TestProduct } from '../../testing/product.ts'
import { erase, signInsTo, startBehindProxy } from '../../testing/sign-ins.ts'

const { pair } = ATTEMPT_LIMITS.signIns

let product: TestProduct
beforeAll(async () => {
  product = await startBehindProxy()
})
afterAll(() => product.close())

const { signIn, signUpFrom, attack } = signInsTo(() => product)

describe('failed sign-ins', () => {
  /** Those of an account, summed, because a new hour may have begun in between. */
  const counted = async (username: string) => {
    const { rows } = await product.services.pool.query(
      `select sum(passwords)::integer as passwords, sum(codes)::integer as codes, sum(refused)::integer as refused,
         max(cardinality(networks)) as networks
       from app.failed_sign_in join app.identity using (account_id) where username = $1`,
      [username],
    )
    return rows[0]
  }

  test('are counted for the account with that name, and for no other', async () => {
    const username = await signUpFrom('192.0.2.90')
    const nobody = newName()
    const { pool } = product.services
    const all = async () => (await pool.query('select distinct account_id from app.failed_sign_in')).rowCount!
    const before = await all()
    await attack(nobody, ['198.51.100.92'], 2)
    expect(await attack(username.toUpperCase(), ['198.51.100.90', '198.51.100.91'], 1)).toEqual([401, 401])
    expect((await signIn(username, 'harbour tide', '198.51.100.90')).status).toBe(200)
    await expect.poll(() => counted(username)).toMatchObject({ passwords: 2, codes: 0, refused: 0 })
    expect(await all()).toBe(before + 1)
  })

  test('are counted for everybody else while somebody is erased', async () => {
    const [erased, username] = await Promise.all([signUpFrom('192.0.2.94'), signUpFrom('192.0.2.95')])
    const { pool } = product.services
    const failed: unknown[] = []
    const failures = createFailureCount(pool, (error) => void failed.push(error))
    const client = await pool.connect()
    try {
      await client.query('begin')
      await erase(client, erased)
      // only one write runs at a time, so both of these end up in the statement after it
      for (const name of [username, erased, username])
        failures.add({ kind: 'password', as: { normal: name, legacyNormal: name }, network: Buffer.from('n') })
      await expect.poll(() => waitingForLocks(pool, 'insert into app.failed_sign_in')).toBe(1)
    } finally {
      await client.query('commit')
      client.release()
    }
    await failures.settled()
    expect(failed).toEqual([])
    expect(await counted(username)).toMatchObject({ passwords: 2 })
  })

  test('are counted if the attempt had to wait, and are in the audit trail once the hour is over', async () => {
    const username = await signUpFrom('192.0.2.93')
    const statuses = await attack(username, ['198.51.100.93'], pair.free + 1)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: pair.free }, () => 401), 429])
    await expect.poll(() => counted(username)).toMatchObject({ passwords: pair.free, refused: 1 })
    const { pool, clock } = product.services
    const { rows } = await pool.query<{ id: string }>('select account_id as id from app.identity where username = $1', [
      username,
    ])
    // move everything into one hour that is over
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7_200_000)
    await pool.query('delete from app.failed_sign_in where account_id = $1', [rows[0]!.id])
    await pool.query(`insert into app.failed_sign_in values ($1, $2, $3, 1, 1200, '{a,b}')`, [
      ...[rows[0]!.id, hour, pair.free],
    ])
    const { sessions: recorder } = createCommands({ store: product.store })
    await createFailureSweep({ pool, recorder, businessNow: clock.businessNow })()
    const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
    const lines = async () => {
      const { body } = await product.call(`/api/admin/audit?person=${username}&kind=access`, { token: root.token })
      return AuditPage.parse(body).lines.filter(({ type }) => type === 'SignInsFailed')
    }
    await expect.poll(async () => (await lines()).length).toBe(1)
    const [line] = await lines()
    expect(line).toMatchObject({ on: { name: username }, who: { id: 'sign-in', role: 'system' } })
    expect(line!.what.map(({ text }) => text).join('')).toMatch(
      new RegExp(
        `^${pair.free} wrong passwords, 1 wrong code for ${username} in the hour from .+:00 CES?T, from 2 networks; 1,200 more attempts had to wait$`,
      ),
    )
  })
})
