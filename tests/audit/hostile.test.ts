// What somebody with every right in the database may put there to disable an audit: the audit reports it, or says in
// one line why it cannot.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCodeOfFailure } from '#services/auditor/cli/exit-code.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { checkKeys } from '#services/auditor/postgres/guards/key-guards.ts'
import { columnsRead } from '#services/auditor/read-models/column-check.ts'
import { printable, printableJson, printableLines } from '#services/auditor/report/printable.ts'
import { exitCodeOf, type Report } from '#services/auditor/report/report.ts'
import { textReport } from '#services/auditor/report/text-report.ts'
import { News } from '#services/auditor/watch/news.ts'
import { textLines } from '#services/auditor/watch/said.ts'
import { WatchedLog } from '#services/auditor/watch/watched-log.ts'
import { codesOf, type House, openHouse } from './house.ts'
import { codesOfChanged, corpusLog, set } from './rewritten.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Makes `change` and returns what `look` finds; restores all of `tables`. */
async function changed<T>(tables: readonly string[], change: string, look: () => Promise<T>): Promise<T> {
  const { owner } = house
  for (const [n, table] of tables.entries()) await owner.query(`create table public.kept_${n} as table ${table}`)
  try {
    await owner.query(change)
    return await look()
  } finally {
    for (const [n, table] of tables.entries()) {
      await owner.query(`delete from ${table}; insert into ${table} overriding system value table public.kept_${n}`)
      await owner.query(`drop table public.kept_${n}`)
    }
  }
}

const audited = (tables: readonly string[], change: string): Promise<Report> =>
  changed(tables, change, () => house.verify())

const EVENTS = 'log.events'
const ONE = `position = (select min(position) from log.events where type = 'BetPlaced')`
const hashed = (body: string) =>
  `update log.events set body = ${body}, hash = sha256(convert_to(${body}, 'UTF8')) where ${ONE}`

describe('an event', () => {
  test('that is nested more deeply than anything can be written', async () => {
    const body = `'{"type":"BetPlaced","schema":1,"stream":' || repeat('[', 20000) || repeat(']', 20000) || '}'`
    const report = await audited([EVENTS], hashed(body))
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'column_mismatch', expected: 'a value too deep to be shown' }),
    )
  })

  test('that is longer than any that can be appended', async () => {
    const report = await audited([EVENTS], hashed(`repeat('x', 5000000)`))
    const [found] = report.findings.filter(({ code }) => code === 'body_unreadable')
    expect(found?.actual).toContain('no event')
  })

  // business days have years of four digits, and the end of 9999 is in another year in Paris
  test.each([
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00.000Z',
    '2026-01-10T12:61:00.000Z',
    '2026-13-10T12:00:00.000Z',
  ])('at %s, which is no time', async (at) => {
    for (const path of ['meta.at', 'meta.recordedAt'])
      expect([...codesOfChanged(await corpusLog(), 'BetPlaced', set({ [path]: at }))]).toContain('schema_mismatch')
  })

  test.each(['position', 'stream', 'version', 'type', 'hash', 'body', 'stored_at'])(
    'without its %s',
    async (column) => {
      await house.owner.query(
        `alter table log.events drop constraint events_pkey; alter table log.events alter ${column} drop not null`,
      )
      const report = await audited([EVENTS], `update log.events set ${column} = null where ${ONE}`)
      const watched = await changed([EVENTS], `update log.events set ${column} = null where ${ONE}`, () => watch())
      await house.owner.query(
        `alter table log.events alter ${column} set not null; alter table log.events add constraint events_pkey primary key (position)`,
      )
      expect(report.findings).toContainEqual(
        expect.objectContaining({
          code: 'table_weakened',
          subject: 'log.events',
          expected: `${column} is never null`,
        }),
      )
      expect(report.findings.some(({ number }) => number !== null)).toBe(true)
      expect(watched).toContain('FINDING')
    },
  )

  test('that would clear the screen', async () => {
    const name = `E'\\x1b[2J\\u009b31m\\u202e\\nledger verify: clean\\n'`
    const report = await audited([EVENTS], `update log.events set stream = ${name} where ${ONE}`)
    expect(report.findings.some(({ subject }) => subject.includes('\u001b'))).toBe(true)
    const text = textReport(report, false)
    expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u)
    expect(text).not.toMatch(/^ledger verify: clean/m)
    const watched = await changed([EVENTS], `update log.events set stream = ${name} where ${ONE}`, () => watch())
    expect(watched).toContain('FINDING')
    expect(watched).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u)
  })
})

/** What one look of the watch says about the log. */
async function watch(): Promise<string> {
  const shared = { keys: [], kept: [], witnessed: null, evidence: '/nowhere', remembers: false }
  const access = { url: house.database.url }
  const watched = new WatchedLog(new News(), { ...shared, access, staleAfterMs: 60_000 })
  try {
    return (await Array.fromAsync(textLines(watched.look(true), false))).join('')
  } finally {
    await watched.close()
  }
}

describe('besides the log', () => {
  test.each([
    ['app.identity', 'username'],
    ['app.provider_message', 'fetched_at'],
    ['app.recovery_code_set', 'salt'],
    ['app.session', 'created_at'],
  ])('nothing in place of a value: %s, column %s', async (table, column) => {
    await house.owner.query(`alter table ${table} alter ${column} drop not null`)
    const report = await audited([table], `update ${table} set ${column} = null`)
    await house.owner.query(`alter table ${table} alter ${column} set not null`)
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'table_weakened', subject: table, expected: `${column} is never null` }),
    )
    expect(exitCodeOf(report)).toBe(1)
  })

  test('an empty checkpoint', async () => {
    const column = (how: string) => house.owner.query(`alter table app.log_checkpoint alter note ${how} not null`)
    await column('drop')
    const report = await audited(
      ['app.log_checkpoint'],
      'insert into app.log_checkpoint (size, note, signed_at) values (5, null, now())',
    )
    await column('set')
    expect(codesOf(report)).toContain('checkpoint_invalid log_checkpoint 5')
    expect(report.gaps.filter(({ what }) => what.includes('beside the log'))).toEqual([])
  })

  test('two rows that claim to be the same', async () => {
    for (const table of ['app.projection_checkpoint', 'app.recovery_code_set']) {
      const { rows } = await house.owner.query<{ name: string; text: string }>(
        `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'p'`,
        [table],
      )
      const [{ name, text }] = rows as [(typeof rows)[0]]
      await house.owner.query(`alter table ${table} drop constraint ${name} cascade`)
      const report = await audited([table], `insert into ${table} table ${table}`)
      await house.owner.query(`alter table ${table} add constraint ${name} ${text}`)
      expect(report.findings).toContainEqual(
        expect.objectContaining({ code: 'table_weakened', subject: table, expected: 'a primary key' }),
      )
      if (table.includes('checkpoint'))
        expect(codesOf(report)).toContain('checkpoint_mismatch projection_checkpoint bets')
      expect(report.gaps).toEqual([])
    }
  })

  test('the salt of no address', async () => {
    const account = await house.owner.query<{ id: string }>(
      'select min(account_id) as id from app.identity where email is null',
    )
    const { id } = account.rows[0]!
    await house.owner.query('alter table app.identity drop constraint email_with_salt')
    const report = await audited(
      ['app.identity'],
      `update app.identity set email_salt = 'x' where account_id = '${id}'`,
    )
    await house.owner.query(
      'alter table app.identity add constraint email_with_salt check ((email is null) = (email_salt is null))',
    )
    expect(codesOf(report)).toEqual([`email_mismatch identity ${id}`])
  })

  test('columns of another type: the log is judged alone', async () => {
    const type = (one: string, how: string) =>
      `alter table app.recovery_code alter code_hash type ${one} using ${how}(code_hash, 'hex')`
    await house.owner.query(type('text', 'encode'))
    const report = await house.verify()
    await house.owner.query(`update log.events set hash = sha256(hash) where ${ONE}`)
    const tampered = await house.verify()
    await house.owner.query(`update log.events set hash = sha256(convert_to(body, 'UTF8')) where ${ONE}`)
    await house.owner.query(type('bytea', 'decode'))
    expect(report.gaps.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(/^what stands beside the log, since function encode/),
    )
    expect(exitCodeOf(report)).toBe(3)
    expect(codesOf(tampered)).toContainEqual(expect.stringMatching(/^hash_mismatch /))
    expect(exitCodeOf(await house.verify())).toBe(0)
  })
})

test('knows which columns may be null, and which tables have a key, as the product makes them', async () => {
  const findings = new Findings()
  await checkKeys(house.owner, columnsRead(), findings)
  expect(findings.items).toEqual([])
  // no column is listed as nullable that is not
  const { rows } = await house.owner.query<{ name: string }>(
    `select c.oid::regclass || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attnotnull`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['app.identity.username', 'app.bet.status']))
})

describe('what others wrote', () => {
  const HOSTILE = 'a\u001b[2J\nb\u009bc\u202ed\u2028e\ud800f'

  test('does not command the terminal', () => {
    expect(printable(HOSTILE)).toBe('a\ufffd[2J\ufffdb\ufffdc\ufffdd\ufffde\ufffdf')
    expect(printableLines(HOSTILE)).toBe('a\ufffd[2J\nb\ufffdc\u202ed\u2028e\ud800f')
    expect(JSON.parse(printableJson(JSON.stringify(HOSTILE)))).toBe(HOSTILE)
    expect(printableJson(JSON.stringify(HOSTILE))).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
  })

  test('does not do so in an error either', () => {
    let said = ''
    exitCodeOfFailure(new Error(HOSTILE), false, (text) => {
      said += text
    })
    expect(said.split('\n')[0]).toBe(`ledger: ${printable(HOSTILE)}`)
    expect(said).not.toMatch(/(?!\n)\p{Cc}/u)
  })
})
