// What the auditor's commands say about a state, and about the read models beside it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READ_MODELS } from '#services/auditor/read-models/models.ts'
import { closeAccounts } from '../corpus/closings.ts'
import { idOf } from '../corpus/script.ts'
import { ask, type Options } from './asking.ts'
import { askOfCorpus } from './corpus-ledger.ts'
import { type House, openHouse } from './house.ts'

let house: House
let url: string
beforeAll(async () => {
  house = await openHouse()
  url = house.database.url
})
afterAll(() => house.close())

const answer = async <T>(name: string, options: Options = {}): Promise<T & { sentence: string; result: string }> =>
  JSON.parse((await ask({ url }, name, options)).json) as T & { sentence: string; result: string }

type Models = {
  models: { model: string; rows: number; number: number; differences: number }[]
  differences: { model: string; code: string; subject: string; expected: string; actual: string }[]
}

describe('ledger diff', () => {
  test('has all read models, and says that none differs', async () => {
    const { code, json, text } = await ask({ url }, 'diff')
    const { models, differences, sentence } = JSON.parse(json) as Models & { sentence: string }
    expect(code).toBe(0)
    expect(differences).toEqual([])
    expect(models.map(({ model }) => model).toSorted()).toEqual(
      READ_MODELS.map(({ projection }) => projection).toSorted(),
    )
    const rows = models.reduce((sum, one) => sum + one.rows, 0)
    expect(rows).toBeGreaterThan(200)
    expect(sentence).toContain(
      `${rows.toLocaleString('en-US')} rows of ${models.length} read models are what the log comes to`,
    )
    expect(text.startsWith(sentence)).toBe(true)
  })

  test('names each row that differs, with its model', async () => {
    const change = (by: number) =>
      house.owner.query(`update app.account set wallet_cents = wallet_cents + $1 where role = 'user'`, [by])
    const { rowCount } = await change(1)
    const { code, json } = await ask({ url }, 'diff')
    const { differences, models, sentence } = JSON.parse(json) as Models & { sentence: string }
    const other = await answer<Models>('diff', { model: ['bets', 'statement'] })
    await change(-1)
    expect(code).toBe(1)
    expect(rowCount).toBeGreaterThan(1)
    expect(differences).toHaveLength(rowCount!)
    for (const one of differences) expect(one).toMatchObject({ model: 'accounts', code: 'row_different' })
    expect(models.filter((one) => one.differences > 0)).toMatchObject([{ model: 'accounts', differences: rowCount }])
    expect(sentence).toContain('differences in accounts: what the screens show there')
    expect(other).toMatchObject({ result: 'clean' })
    expect(other.models.map(({ model }) => model).toSorted()).toEqual(['bets', 'statement'])
  })
})

test('a read model that does not exist is reported', async () => {
  await expect(ask({ url }, 'diff', { model: ['balance'] })).rejects.toThrow(
    "no read model is called 'balance': there are accounts",
  )
})

type State = {
  asOf: number
  stateHash: string
  settings: { setting: string; value: unknown; number: number }[]
  stops: { fixture: string; market: string }[]
  accounts: { account: string; name: string | null; role: string; walletCents: number | null }[]
  'open-bets': { bet: string; stakeCents: number }[]
  counts: { openBets: number; events: number }
}

describe('ledger replay', () => {
  test('has the rules, the people and the bets of its moment', async () => {
    const end = await answer<State>('replay')
    expect(end['open-bets']).toHaveLength(end.counts.openBets)
    expect(end.accounts.map(({ name }) => name)).toContain('finn')
    expect(end.stops).toMatchObject([{ market: 'h2h' }])
    const payout = end.settings.find(({ setting }) => setting === 'max-payout')!
    expect(payout.value).toBe(2_000_000)
    const before = await answer<State>('replay', { asOf: String(payout.number - 1) })
    expect(before.settings.find(({ setting }) => setting === 'max-payout')?.value).not.toBe(2_000_000)
    expect(before.asOf).toBe(payout.number - 1)
    expect(before.stateHash).not.toBe(end.stateHash)
    const part = await answer<State>('replay', { only: ['stops'] })
    expect(part.stateHash).toBe(end.stateHash)
    expect(Object.keys(part)).not.toContain('accounts')
  })

  test('agrees with balances at every tenth number', async () => {
    const { counts } = await answer<State>('replay')
    for (let asOf = 9; asOf < counts.events; asOf += 10) {
      const { accounts, 'open-bets': bets } = await answer<State>('replay', { asOf: String(asOf) })
      const { balances } = await answer<{ balances: { account: string; cents: number }[] }>('balances', {
        asOf: String(asOf),
      })
      const held = new Map(balances.map(({ account, cents }) => [account, cents]))
      for (const { account, role, walletCents } of accounts) {
        if (role === 'user') expect(held.get(`user:${account}:wallet`)).toBe(walletCents)
      }
      for (const { bet, stakeCents } of bets) expect(held.get(`bet:${bet}`)).toBe(stakeCents)
    }
  })

  test('shows an account as closed, or as waiting for its closing', async () => {
    const standings = async (options: Options = {}) => {
      const { accounts } = JSON.parse((await askOfCorpus(closeAccounts, 'replay', options)).json) as {
        accounts: { account: string; standing: string }[]
      }
      return Object.fromEntries(accounts.map(({ account, standing }) => [account, standing]))
    }
    const [root, bob, cy, dan] = ['root', 'bob', 'cy', 'dan'].map(idOf) as [string, string, string, string]
    expect(await standings()).toEqual({ [root]: 'active', [bob]: 'closed', [cy]: 'closed', [dan]: 'closed' })
    expect(await standings({ asOf: '8' })).toMatchObject({ [bob]: 'closing', [cy]: 'active' })
  })

  test('works without names', async () => {
    const { owner, database } = house
    const role = new URL(database.url).username
    const before = await answer<State>('replay')
    await owner.query(`revoke select on app.identity from ${role}`)
    const without = await answer<State>('replay')
    await expect(ask({ url }, 'statement', {}, 'finn')).rejects.toThrow("nobody is called 'finn' here")
    await owner.query(`grant select on app.identity to ${role}`)
    expect(before.accounts.some(({ name }) => name !== null)).toBe(true)
    expect(without.accounts.every(({ name }) => name === null)).toBe(true)
    expect(without.stateHash).toBe(before.stateHash)
  })

  test('says that a log with findings is not to be relied on: 1', async () => {
    const change = (from: string, to: string) =>
      house.owner.query(`update log.events set body = replace(body, $1, $2) where type = 'BetPlaced'`, [from, to])
    await change('"policy":"none"', '"policy":"some"')
    const { code, json } = await ask({ url }, 'replay')
    await change('"policy":"some"', '"policy":"none"')
    expect(code).toBe(1)
    expect(JSON.parse(json)).toMatchObject({
      result: 'findings',
      findingsInLog: { hash_mismatch: expect.any(Number) as number },
    })
    expect((JSON.parse(json) as { sentence: string }).sentence).toContain('The log itself has findings (')
    expect(await ask({ url }, 'replay')).toMatchObject({ code: 0 })
  })
})
