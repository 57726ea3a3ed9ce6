// Names of new accounts beside names from before folding was complete and skeletons were claimed.
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { randomId } from '#services/commands/command-id.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import { connectForTest, databaseForTests } from '#tests/database.ts'
import { newSalt } from '../commitments.ts'
import { claimName, findByName, findConflicting, type PendingRegistration, releaseName } from '../credentials.ts'
import { parseUserName, type UserName } from './names.ts'

const database = databaseForTests()
const pool = openPool(database.url)
afterAll(() => pool.end())

const registration = () => ({ command: randomId() }) as PendingRegistration
const secrets = () => ({
  usernameSalt: newSalt(),
  passwordHash: '',
  passwordSalt: newSalt(),
  mustChangePassword: false,
})
const nameOf = (typed: string): UserName => parseUserName(typed)!

async function claimed(typed: string): Promise<string | null> {
  const accountId = randomId()
  const { display: username, normal: usernameNormal } = nameOf(typed)
  const credential = { accountId, username, usernameNormal, ...secrets(), registration: registration() }
  return (await inTransaction(pool, (client) => claimName(client, credential))) ? accountId : null
}

/** Stores names as an earlier version did, in this order. */
async function stored(client: pg.ClientBase, ...typed: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const one of typed) {
    const { display, legacyNormal } = nameOf(one)
    const id = randomId()
    await client.query(
      `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt,
         status, registration, claimed_at) values ($1, $2, $3, $4, '', $4, 'active', $5, clock_timestamp())`,
      [id, display, legacyNormal, newSalt(), JSON.stringify(registration())],
    )
    ids.push(id)
  }
  return ids
}

/** A database as an earlier version left it, with these names, brought up to date. */
async function upgraded(...typed: string[]): Promise<string[]> {
  const owner = await connectForTest(database.ownerUrl)
  await owner.query(`drop table app.name_claim; delete from log.migration where name ~ '^011-name-claims|^013'`)
  const ids = await stored(owner, ...typed)
  await owner.end()
  const steps = await migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.url })
  expect(steps).toEqual(['011-name-claims.sql', '011-name-claims.ts', '013-name-skeletons.sql'])
  return ids
}

describe('a new name', () => {
  test('is refused if a lookalike is taken, and free again after that', async () => {
    const first = await claimed('Сосо')
    expect(first).not.toBeNull()
    expect(await claimed('COCO')).toBeNull()
    expect((await findConflicting(pool, 'coco'))?.accountId).toBe(first)
    expect(await findByName(pool, nameOf('coco'))).toBeNull()
    await releaseName(pool, first!)
    expect(await findConflicting(pool, 'coco')).toBeNull()
    expect(await claimed('COCO')).not.toBeNull()
  })

  test('leaves nothing behind if it is refused', async () => {
    await claimed('НАТАНА')
    const before = await pool.query('select * from app.identity')
    // one of its skeletons is free, the other is not
    expect(await claimed('HATAHA')).toBeNull()
    expect((await pool.query('select * from app.identity')).rowCount).toBe(before.rowCount)
  })

  test('of many lookalikes claimed at once, one is granted', async () => {
    const writings = ['орех', 'OPEX', 'opex', 'ОРЕХ', 'oPEX', 'Opex']
    const given = await Promise.all([...writings, ...writings].map(claimed))
    expect(given.filter((id) => id !== null)).toHaveLength(1)
  })
})

describe('a legacy name', () => {
  test('is found by every spelling that found it before, and gets no new lookalike', async () => {
    const [sharp, plain, mixed] = await upgraded('straẞe', 'strasse', 'pаypal')
    const holderOf = async (typed: string) => (await findByName(pool, nameOf(typed)))?.accountId
    expect(await holderOf('Straẞe')).toBe(sharp)
    for (const typed of ['strasse', 'STRASSE', 'straße']) expect(await holderOf(typed), typed).toBe(plain)
    expect(await holderOf('PАYPAL')).toBe(mixed)
    for (const typed of ['STRAẞE', 'strasse', 'Straße', 'paypal']) expect(await claimed(typed), typed).toBeNull()
  })

  test('keeps its stored form', async () => {
    const [id] = await upgraded('Fuẞball')
    const { rows } = await pool.query('select username_normal from app.identity where account_id = $1', [id])
    expect(rows).toEqual([{ username_normal: 'fußball' }])
    expect(await claimed('fussball')).toBeNull()
    expect((await findConflicting(pool, nameOf('FUSSBALL').normal))?.accountId).toBe(id)
  })

  test('is claimed, however many legacy names there are', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => `veteran-${index}`)
    const owner = await connectForTest(database.ownerUrl)
    await owner.query(
      `insert into app.identity (account_id, username, username_normal, username_salt, password_hash, password_salt,
         status, registration, claimed_at)
       select 'v' || n, n, n, '', '', '', 'active', jsonb_build_object('command', n), now() from unnest($1::text[]) n`,
      [many],
    )
    await owner.end()
    await upgraded()
    const { rows } = await pool.query(
      `select count(*)::int as count from app.name_claim where skeleton like 'veteran-%'`,
    )
    expect(rows).toEqual([{ count: many.length }])
  })
})
