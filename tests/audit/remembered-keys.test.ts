// What an earlier call remembered, when the next one is given a different key.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey, ORIGIN } from '#services/notary/testing/notary.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { type House, openHouse } from './house.ts'
import { ledger } from './ledger-command.ts'
import { signAll } from './signed-log.ts'

type Report = {
  readonly result: string
  readonly sentence: string
  readonly gaps: readonly { readonly what: string }[]
  readonly tree: { readonly heldAgainst: { readonly keys: string[]; readonly remembered: string[] } }
}

const PEM = newKey()
/** The signer of this ledger, and the key trusted by an auditor who kept another ledger's. */
const [signer, stranger] = [new NoteSigner(ORIGIN, PEM).verifierKey, new NoteSigner(ORIGIN, newKey()).verifierKey]
const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-remembered-'))
let house: House
/** An export of it. */
let files: string

beforeAll(async () => {
  house = await openHouse()
  await house.arrive()
  const store = await PostgresLog.open({ url: house.database.url })
  await signAll(store, house.database.url, PEM)
  await store.close()
  files = join(FOLDER, 'files')
  expect(await called(['export', '-o', files])).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await house.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

const called = (args: string[]) =>
  ledger(args, { DATABASE_URL: house.database.url, XDG_STATE_HOME: join(FOLDER, 'state') })

async function asked(args: string[]): Promise<{ code: number | null; report: Report }> {
  const { code, out, err } = await called([...args, '--json'])
  expect(err).toBe('')
  return { code, report: JSON.parse(out) as Report }
}

// several processes each, some of which read a ledger
describe.each([
  ['ledger verify', () => ['verify']],
  ['ledger verify --source', () => ['verify', '--source', files]],
  ['ledger backup verify', () => ['backup', 'verify', files]],
])('%s after a call without a key that found nothing', (_name, argsOf) => {
  beforeAll(async () => {
    expect((await asked(['verify'])).code).toBe(0)
  })

  test('is not clean for somebody who trusts another key than the remembered one', async () => {
    const { code, report } = await asked([...argsOf(), '--key', stranger])
    expect([code, report.result]).toEqual([1, 'findings'])
    expect(JSON.stringify(report.gaps)).toContain('signed by a key that was given')
    expect(report.tree.heldAgainst.keys).toEqual([stranger])
  })

  test('is clean with the right key, which is named once', async () => {
    const { code, report } = await asked([...argsOf(), '--key', signer])
    expect([code, report.tree.heldAgainst.keys]).toEqual([0, [signer]])
    const { out } = await called([...argsOf(), '--key', signer])
    expect(out).not.toContain('2 keys')
    expect(out).toContain(`the key ${signer}`)
  })

  test('does not call a key given that was not', async () => {
    const { code, report } = await asked(argsOf())
    expect([code, report.tree.heldAgainst.keys]).toEqual([0, []])
    expect((await called(argsOf())).out).not.toMatch(/keys? that (was|were) given/)
  })
})

test('a remembered key does not vouch for a ledger whose signatures are gone', async () => {
  expect((await asked(['verify'])).code).toBe(0)
  const tables = ['app.log_tile', 'app.log_tree', 'app.log_checkpoint', 'app.log_key']
  for (const table of tables)
    await house.owner.query(`create table public."${table}" as table ${table}; delete from ${table}`)
  try {
    const { code, report } = await asked(['verify', '--key', stranger])
    expect(code).toBe(3)
    const gaps = report.gaps.map(({ what }) => what)
    expect(gaps).toContainEqual(expect.stringContaining('no checkpoint is signed by a key that was given'))
    expect(gaps).toContainEqual(
      expect.stringMatching(/^the checkpoint of the last verify is signed by .+, to which no key that was given leads/),
    )
    // the remembered checkpoint counts if it is signed by the given key
    expect((await asked(['verify', '--key', signer])).code).toBe(0)
  } finally {
    for (const table of tables.toReversed())
      await house.owner.query(`insert into ${table} table public."${table}"; drop table public."${table}"`)
  }
})
