// What a superuser changes by hand is named: every column of every table, and whole rows.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitmentsOf } from '#services/accounts/credentials.ts'
import { PERSONAL } from '#services/auditor/coverage.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { LOG_COLUMNS } from '#services/auditor/postgres/log-rows.ts'
import { openConnection, openSnapshot } from '#services/auditor/postgres/snapshot.ts'
import { READ_MODELS } from '#services/auditor/read-models/models.ts'
import { SettledRows } from '#services/auditor/read-models/settlement/settled-rows.ts'
import { exitCodeOf, type Report } from '#services/auditor/report/report.ts'
import { Spill } from '#services/auditor/spill/spill.ts'
import { verify } from '#services/auditor/verify.ts'
import { COVERED } from './covered.ts'
import { codesOf, type House, openHouse, verifyAsIfRunning } from './house.ts'
import { foundLongAfter } from './long-after.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  // constraints are no obstacle to a superuser
  await house.owner.query('alter table app.house drop constraint house_one_check')
  await house.owner.query('alter table app.bet drop constraint bet_status_check')
  await house.owner.query('alter table app.settlement drop constraint settlement_one_check')
  await house.owner.query('alter table app.evidence_count drop constraint evidence_count_one_check')
  await house.owner.query('alter table app.games_of_the_day_save drop constraint games_of_the_day_save_one_check')
  await house.owner.query('alter table app.evidence drop constraint evidence_kind_check')
  await house.owner.query('alter table app.identity drop constraint identity_status_check')
  await house.owner.query('alter table app.identity drop constraint email_with_salt')
  await house.owner.query(
    'alter table app.request drop constraint request_kind_check, drop constraint request_state_check',
  )
  await house.owner.query('alter table app.request drop constraint request_check')
})
afterAll(() => house.close())

/** Another value of the same type. */
const OTHER: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  bigint: (column) => `coalesce(${column}, 0) + 1000`,
  boolean: (column) => `not ${column}`,
  json: (column) => `(case when ${column} is null then '[]' else null end)::json`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) - interval '1 day'`,
  jsonb: (column) => `${column} || '{"role": "super-admin", "openedBy": "nobody"}'`,
  bytea: (column) => `set_byte(${column}, 0, (get_byte(${column}, 0) + 1) % 256)`,
}

type Column = { readonly table: string; readonly name: string; readonly type: string; readonly required: boolean }

async function columnsOf(table: string): Promise<Column[]> {
  const [schema, name] = table.split('.')
  const { rows } = await house.owner.query<{ name: string; type: string; nullable: string }>(
    `select column_name as name, data_type as type, is_nullable as nullable from information_schema.columns
     where table_schema = $1 and table_name = $2 order by ordinal_position`,
    [schema, name],
  )
  return rows.map(({ name: column, type, nullable }) => ({ table, name: column, type, required: nullable === 'NO' }))
}

/** Changes one cell, calls `look`, and restores it. `row`: first or last as stored in the table. */
async function withChanged({ table, name, type, required }: Column, row: 'min' | 'max', look: () => Promise<void>) {
  const { owner } = house
  const { rows } = await owner.query<{ value: string | null; ctid: string }>(
    `select ${name}::text as value, ctid::text from ${table}
     where ctid = (select ${row}(ctid) from ${table} ${type === 'bytea' ? `where ${name} is not null` : ''})`,
  )
  const before = rows[0]!
  const other = OTHER[type]!(name)
  const changed = required && type === 'json' ? `'[]'::json` : other
  const { rows: after } = await owner.query<{ ctid: string }>(
    `update ${table} set ${name} = ${changed} where ctid = $1::tid returning ctid::text`,
    [before.ctid],
  )
  try {
    await look()
  } finally {
    await owner.query(`update ${table} set ${name} = $1::${type} where ctid = $2::tid`, [before.value, after[0]!.ctid])
  }
}

describe('an event', () => {
  test.each(LOG_COLUMNS)('changed in column %s', async (name) => {
    const column = (await columnsOf('log.events')).find((one) => one.name === name)!
    for (const row of ['min', 'max'] as const) {
      await withChanged(column, row, async () => {
        const report = await house.verify()
        expect(exitCodeOf(report), `${row} ${name}`).toBe(1)
      })
    }
  })

  test('every column of the log is one that the auditor reads', async () => {
    expect((await columnsOf('log.events')).map(({ name }) => name).toSorted()).toEqual(LOG_COLUMNS.toSorted())
  })
})

describe('a log', () => {
  /** Runs what a superuser might do to the log, calls `look`, and restores the log. */
  async function afterwards(...statements: string[]) {
    const { owner } = house
    await owner.query('create table kept as select * from log.events')
    for (const statement of statements) await owner.query(statement)
    const report = await house.verify()
    await owner.query('truncate log.events; insert into log.events select * from kept; drop table kept')
    return report
  }
  const place = `(select position from log.events where type = 'BetPlaced' order by position limit 1)`
  const swap = (columns: string[]) =>
    `update log.events e set ${columns.map((column) => `${column} = o.${column}`).join(', ')} from kept o
     where (e.position = ${place} and o.position = ${place} + 1) or (e.position = ${place} + 1 and o.position = ${place})`

  test('from which an event was removed', async () => {
    const report = await afterwards(`delete from log.events where position = ${place}`)
    const codes = new Set(report.findings.map(({ code }) => code))
    for (const code of ['number_gap', 'version_gap', 'chain_broken', 'row_extra'] as const) {
      expect(codes).toContain(code)
    }
  })

  test('that lost its end', async () => {
    const report = await afterwards(
      'delete from log.events where position > (select max(position) - 3 from log.events)',
    )
    expect(report.findings.some(({ code }) => code === 'checkpoint_mismatch')).toBe(true)
  })

  test('into which an event was put', async () => {
    const report = await afterwards(`insert into log.events (position, stream, version, type, hash, body)
      select max(e.position) + 1, f.stream, 100, f.type, f.hash, f.body
      from log.events e, (select * from log.events where position = ${place}) f group by f.stream, f.type, f.hash, f.body`)
    expect(codesOf(report)).toEqual(expect.arrayContaining([expect.stringContaining('version_gap')]))
  })

  test.each([
    ['bodies', ['body']],
    ['bodies and hashes', ['body', 'hash']],
    ['everything but the position', ['body', 'hash', 'type', 'stream', 'version', 'stored_at']],
  ])('in which two events exchanged their %s', async (_, columns) => {
    const rewritten = columns.includes('stream') ? 'alter table log.events drop constraint events_stream_version' : ''
    const report = await afterwards(rewritten, swap(columns))
    expect(exitCodeOf(report)).toBe(1)
    if (rewritten) {
      await house.owner.query('alter table log.events add constraint events_stream_version unique (stream, version)')
    }
  })
})

const TABLES = READ_MODELS.flatMap(({ tables }) => tables.map(({ table }) => `app.${table}`))

describe('a row of a read model', () => {
  test('every table of the read models is compared', () => {
    const folder = join(import.meta.dirname, '../../projections')
    const created = globSync('*/table.sql', { cwd: folder }).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^create table (\w+)/gm)].map(([, name]) => `app.${name}`),
    )
    expect(created.toSorted()).toEqual(TABLES.toSorted())
  })

  test.each([0, 1, 1_000])(
    'in whatever order settled bets and their legs are stored, with %i set aside',
    async (ahead) => {
      const snapshot = await openSnapshot(house.database.url, {})
      type Row = {
        bet: string
        account: string
        at: Date
        fixtures: string[]
        legs: { fixture: string; result: number }[]
      }
      const { rows } = await snapshot.main.query<Row>(
        `select bet_id as bet, account_id as account, settled_at as at, string_to_array(fixtures, ' ') as fixtures,
         coalesce(json_agg(json_build_object('fixture', fixture_id, 'result', result)) filter (where fixture_id is not null), '[]') as legs
       from app.settled_bet left join app.settled_leg using (bet_id) group by 1`,
      )
      const findings = new Findings()
      const settled = await SettledRows.begin(snapshot, findings, new Spill(), ahead)
      const graded = { leg: 0, grade: 'won', factor: '1.00' } as const
      for (const { at, legs, ...bet } of rows.toReversed()) {
        await settled.settled({ ...bet, at: at.toISOString(), legs: legs.map((leg) => ({ ...graded, ...leg })) })
      }
      await settled.finish()
      await snapshot.close()
      // superseded legs are another matter, because the decisions have not been read
      expect(findings.sorted().filter(({ subject }) => subject.startsWith('settled_'))).toEqual([])
      expect(settled.rows).toBeGreaterThanOrEqual(rows.length * 2)
    },
  )

  // one audit per column, up to some forty per table
  test.each(TABLES)('changed in any column of %s', { timeout: 300_000 }, async (table) => {
    for (const column of await columnsOf(table)) {
      // for bets, a settled and an open one
      for (const row of table === 'app.bet' ? (['min', 'max'] as const) : (['max'] as const)) {
        await withChanged(column, row, async () => {
          const report = await house.verify()
          expect(exitCodeOf(report), `${table}.${column.name}`).toBe(1)
          const [, name] = table.split('.')
          const named = codesOf(report).filter((code) => code.includes(` ${name} `))
          expect(named, `${table}.${column.name}: ${codesOf(report)}`).not.toEqual([])
          expect(
            report.findings.every(({ subject }) => subject.startsWith(`${name} `)),
            `${codesOf(report)}`,
          ).toBe(true)
        })
      }
    }
  })

  test.each(TABLES)('missing in %s', async (table) => {
    const { owner } = house
    const [, name] = table.split('.')
    await owner.query(`create table taken as select * from ${table} where ctid = (select min(ctid) from ${table})`)
    await owner.query(`delete from ${table} where ctid = (select min(ctid) from ${table})`)
    const report = await house.verify()
    await owner.query(`insert into ${table} select * from taken; drop table taken`)
    expect(report.findings.map(({ code }) => code)).toEqual(['row_missing'])
    expect(report.findings[0]!.subject).toMatch(new RegExp(`^${name} `))
  })
})

describe('a checkpoint', () => {
  test.each(['projection', 'log_id', 'position', 'hash', 'event', 'number', 'definition', 'failed'])(
    'changed in column %s',
    async (name) => {
      const column = (await columnsOf('app.projection_checkpoint')).find((one) => one.name === name)!
      await withChanged(column, 'min', async () => {
        const report = await house.verify()
        expect(exitCodeOf(report)).toBe(1)
        expect(codesOf(report).some((code) => code.includes('projection_checkpoint'))).toBe(true)
      })
    },
  )

  test('before the first event', async () => {
    const { owner } = house
    const { rows } = await owner.query<{ number: number }>(
      `select number::int as number from app.projection_checkpoint where projection = 'treasury'`,
    )
    const stand = (number: number) =>
      owner.query(`update app.projection_checkpoint set number = $1 where projection = 'treasury'`, [number])
    await stand(-12)
    const report = await house.verify()
    await stand(rows[0]!.number)
    expect(report.findings[0]).toMatchObject({
      subject: 'projection_checkpoint treasury',
      code: 'checkpoint_mismatch',
      expected: 'an event of this log',
      actual: 'number = -12',
    })
    expect(exitCodeOf(report)).toBe(1)
  })
})

describe('a person', () => {
  /** Rows that exist only for a while: a pending password and email address, which the ledger already names. */
  const UNDER_WAY: Readonly<Record<string, { begin: () => Promise<unknown>; end: () => Promise<unknown> }>> = {
    'app.password_change': {
      begin: async () => {
        const { owner, oldCredential } = house
        const { accountId: id, passwordHash, passwordSalt } = oldCredential
        await owner.query(`create table kept_password as select * from app.identity where account_id = '${id}'`)
        await owner.query(`insert into app.password_change (commitment, account_id, password_hash, password_salt, command_id, command)
          select encode(sha256(password_salt || convert_to(to_json(password_hash)::text, 'UTF8')), 'hex'),
            account_id, password_hash, password_salt, 'c', '{}' from kept_password`)
        await owner.query('update app.identity set password_hash = $2, password_salt = $3 where account_id = $1', [
          id,
          passwordHash,
          passwordSalt,
        ])
      },
      end: () =>
        house.owner.query(`delete from app.password_change;
          update app.identity i set password_hash = k.password_hash, password_salt = k.password_salt
            from kept_password k where k.account_id = i.account_id; drop table kept_password`),
    },
    'app.email_change': {
      begin: () =>
        house.owner.query(`create table kept_email as select account_id, email, email_salt from app.identity where email is not null;
          insert into app.email_change (command_id, account_id, email, email_salt, commitment, command)
            select 'c', account_id, email, email_salt,
              encode(sha256(email_salt || convert_to(to_json(email)::text, 'UTF8')), 'hex'), '{}' from kept_email;
          update app.identity set email = null, email_salt = null`),
      end: () =>
        house.owner.query(`delete from app.email_change;
          update app.identity i set email = k.email, email_salt = k.email_salt
            from kept_email k where k.account_id = i.account_id; drop table kept_email`),
    },
  }
  const COVERED = Object.entries(PERSONAL).flatMap(([table, names]) => names.map((name) => [table, name] as const))
  test.each(COVERED)('changed in %s, column %s', async (table, name) => {
    const column = (await columnsOf(table)).find((one) => one.name === name)!
    await UNDER_WAY[table]?.begin()
    try {
      expect(codesOf(await house.verify())).toEqual([])
      for (const row of ['min', 'max'] as const) {
        await withChanged(column, row, async () => {
          expect(exitCodeOf(await house.verify()), `${row} ${table}.${name}`).toBe(1)
        })
      }
    } finally {
      await UNDER_WAY[table]?.end()
    }
  })

  test.each([
    ['identity', 'identity_gone'],
    ['reason_text', 'reason_gone'],
    ['note_text', 'note_gone'],
    ['authenticator', 'factor_mismatch'],
    ['recovery_code_set', 'factor_mismatch'],
    ['recovery_code', 'factor_mismatch'],
  ])('all rows of %s gone are named: %s', async (table, code) => {
    const { owner } = house
    const { rows } = await owner.query<{ count: number }>(`select count(*)::int as count from app.${table}`)
    expect(rows[0]!.count).toBeGreaterThan(0)
    await owner.query(`create table kept as select * from app.${table}; delete from app.${table}`)
    const report = await house.verify()
    await owner.query(`insert into app.${table} select * from kept; drop table kept`)
    expect([...new Set(report.findings.map((one) => one.code))]).toEqual([code])
    const expected = { identity: report.counts.accounts, reason_text: rows[0]!.count, note_text: rows[0]!.count }
    if (table in expected) expect(report.findings).toHaveLength(expected[table as keyof typeof expected])
  })

  test('whose name got another letter case is named, and how many accounts are older than that is reported', async () => {
    const { owner } = house
    const withName = async (before: string, after: string) => {
      const put = 'update app.identity set username = $2 where username = $1'
      expect((await owner.query(put, [before, after])).rowCount).toBe(1)
      const report = await house.verify()
      await owner.query(put, [after, before])
      return report
    }
    const typed = await withName('Émile.B', 'ÉMILE.b')
    expect(typed.findings.map(({ code }) => code)).toEqual(['username_mismatch'])
    const older = await withName('name bob', 'Name BOB')
    expect(codesOf(older)).toEqual([])
    // those of the script
    const count = older.counts.accounts - 2
    expect(older.olderNotCovered).toEqual([
      expect.objectContaining({ count, what: 'upper and lower case of the name' }),
    ])
  })

  test('whose password hash was swapped with another is named', async () => {
    const swap = `update app.identity i set password_hash = o.password_hash, password_salt = o.password_salt
      from app.identity o where o.account_id <> i.account_id and i.username in ('Émile.B', 'finn') and o.username in ('Émile.B', 'finn')`
    await house.owner.query(swap)
    const report = await house.verify()
    await house.owner.query(swap)
    expect(report.findings.map(({ code }) => code)).toEqual(['password_mismatch', 'password_mismatch'])
  })

  describe('whose password was changed', () => {
    const CHANGE = `insert into app.password_change
        (commitment, account_id, password_hash, password_salt, command_id, command)
      select $1, account_id, password_hash, password_salt, 'c', '{}' from app.identity where account_id = $2`
    const PUT = 'update app.identity set password_hash = $2, password_salt = $3 where account_id = $1'
    /** The row as before the change, with the new password pending; calls `look`, and restores it. */
    async function asBefore(look: () => Promise<void>) {
      const { owner, oldCredential } = house
      const id = oldCredential.accountId
      const { rows } = await owner.query(
        'select password_hash, password_salt from app.identity where account_id = $1',
        [id],
      )
      const { password_hash: hash, password_salt: salt } = rows[0]
      const inForce = { ...oldCredential, passwordHash: hash, passwordSalt: salt }
      await owner.query(CHANGE, [commitmentsOf(inForce).password, id])
      await owner.query(PUT, [id, oldCredential.passwordHash, oldCredential.passwordSalt])
      try {
        await look()
      } finally {
        await owner.query('delete from app.password_change')
        await owner.query(PUT, [id, hash, salt])
      }
    }

    test('and has the old one again, is named', async () => {
      await asBefore(async () => {
        await house.owner.query('delete from app.password_change')
        const report = await house.verify()
        expect(report.findings.map(({ code }) => code)).toEqual(['password_mismatch'])
      })
    })

    test('a moment ago, has the old one until the new one arrives', async () => {
      await asBefore(async () => {
        expect(codesOf(await house.verify())).toEqual([])
        expect(await foundLongAfter(house.owner)).toEqual(['password_mismatch'])
      })
      expect(await foundLongAfter(house.owner)).toEqual([])
    })

    test.each([
      ['hash', `update app.password_change set password_hash = password_hash || 'x'`],
      [
        'salt',
        `update app.password_change set password_salt = set_byte(password_salt, 0, 1 + get_byte(password_salt, 0) % 255)`,
      ],
      ['commitment', `update app.password_change set commitment = repeat('0', 64)`],
      ['account', `update app.password_change set account_id = repeat('0', 32)`],
    ])('and the new one was changed on its way, in its %s', async (_, statement) => {
      await asBefore(async () => {
        await house.owner.query(statement)
        const report = await house.verify()
        expect(report.findings.map(({ code }) => code)).toContain('password_mismatch')
      })
    })
  })

  describe('whose email was set', () => {
    const HAS_ONE = 'where email is not null'
    const KEEP = `create table kept_email as select account_id, email, email_salt from app.identity ${HAS_ONE}`
    const PUT_BACK = `update app.identity i set email = k.email, email_salt = k.email_salt
      from kept_email k where k.account_id = i.account_id; drop table kept_email; delete from app.email_change`
    const GONE = 'update app.identity set email = null, email_salt = null'
    /** As before: the new address is pending. */
    const UNDER_WAY = `insert into app.email_change (command_id, account_id, email, email_salt, commitment, command)
      select 'c', account_id, email, email_salt,
        encode(sha256(email_salt || convert_to(to_json(email)::text, 'UTF8')), 'hex'), '{}' from kept_email; ${GONE}`
    const ADDRESS = `'eve@example.org'`

    test.each<[string, string, string[]]>([
      ['changed', `update app.identity set email = ${ADDRESS} ${HAS_ONE}`, ['email_mismatch']],
      ['gone', GONE, ['email_mismatch']],
      ['with another salt', `update app.identity set email_salt = sha256('x') ${HAS_ONE}`, ['email_mismatch']],
      ['on its way', UNDER_WAY, []],
      ['changed on its way', `${UNDER_WAY}; update app.email_change set email = ${ADDRESS}`, ['email_mismatch']],
      [
        'on its way to somebody else',
        `${UNDER_WAY}; update app.email_change set account_id = repeat('0', 32)`,
        ['email_mismatch'],
      ],
      [
        'another one, set for somebody who has none',
        `update app.identity i set email = k.email, email_salt = k.email_salt from kept_email k
          where i.account_id = (select min(account_id) from app.identity where email is null)`,
        ['email_mismatch'],
      ],
    ])('%s', async (_, statements, codes) => {
      await house.owner.query(KEEP)
      await house.owner.query(statements)
      const report = await house.verify()
      const later = await foundLongAfter(house.owner)
      await house.owner.query(`${GONE}; ${PUT_BACK}`)
      expect(report.findings.map(({ code }) => code)).toEqual(codes)
      expect(new Set(later)).toEqual(new Set(['email_mismatch']))
    })
  })

  describe('with a second factor', () => {
    const keep = (table: string) => `create table kept as select * from app.${table}`
    const putBack = (table: string) =>
      `delete from app.${table}; insert into app.${table} select * from kept; drop table kept`

    test.each([
      ['another secret', 'authenticator', `update app.authenticator set secret = sha256(secret)`],
      ['another salt', 'authenticator', `update app.authenticator set salt = sha256(salt)`],
      ['no secret', 'authenticator', 'delete from app.authenticator'],
      ['somebody else’s', 'authenticator', `update app.authenticator set account_id = repeat('0', 32)`],
      [
        'a recovery code of somebody’s own',
        'recovery_code',
        `insert into app.recovery_code select commitment, sha256('mine') from app.recovery_code_set`,
      ],
      [
        'a recovery code of no set',
        'recovery_code',
        `insert into app.recovery_code values (repeat('0', 64), sha256('mine'))`,
      ],
      ['a changed recovery code', 'recovery_code', 'update app.recovery_code set code_hash = sha256(code_hash)'],
      ['no recovery codes', 'recovery_code_set', 'delete from app.recovery_code_set'],
    ])('%s is named', async (_, table, statement) => {
      const { owner } = house
      await owner.query(keep(table))
      await owner.query(statement)
      const report = await house.verify()
      await owner.query(putBack(table))
      expect([...new Set(report.findings.map(({ code }) => code))]).toEqual(['factor_mismatch'])
    })
  })

  describe('whose request', () => {
    const DECLINED = `where state = 'declined'`
    const OPEN = `state = 'open', decided_by = null, decided_at = null, reason = null`
    /** Another one, which is not in the ledger. */
    const other = (changes: string) => `insert into app.request
        (id, account_id, command_id, kind, note, state, requested_at, decided_at, unrecorded)
      select md5('other'), account_id, 'other', 'closing', '', 'declined', requested_at, decided_at, false from app.request ${DECLINED};
      update app.request set ${changes} where command_id = 'other'`

    test.each<[string, string, string[]]>([
      ['is open again', `update app.request set ${OPEN} ${DECLINED}`, ['declined open']],
      ['is open for a moment yet', `update app.request set ${OPEN}, ending_since = now() ${DECLINED}`, []],
      ['was done, says the row', `update app.request set state = 'done' ${DECLINED}`, ['state declined done']],
      ['was answered by itself', other(`note = ''`), ['open declined']],
      ['is open', other(`state = 'open'`), []],
      ['ended before the ledger was told', other(`unrecorded = true, decided_at = '2020-01-01'`), []],
      [
        'ended after the first that the ledger was told of, and says to be older',
        other(`unrecorded = true, decided_at = '2030-01-01'`),
        ['open declined'],
      ],
      ['is gone', `delete from app.request ${DECLINED}`, ['request_gone']],
      ['are all gone', 'delete from app.request', ['request_gone', 'request_gone']],
      [
        'was dropped, as fifty newer ones came',
        `insert into app.request (id, account_id, command_id, kind, note, state, requested_at)
         select md5('newer ' || n), account_id, 'newer ' || n, 'closing', '', 'open', requested_at
         from app.request, generate_series(1, 50) n ${DECLINED}; delete from app.request ${DECLINED}`,
        [],
      ],
    ])('%s', async (what, statement, due) => {
      const { owner } = house
      await owner.query('create table kept as select * from app.request')
      await owner.query(statement)
      if (what === 'is open for a moment yet') expect(await foundLongAfter(owner)).toEqual(['request_mismatch'])
      const report = await house.verify()
      await owner.query('delete from app.request; insert into app.request select * from kept; drop table kept')
      const found = report.findings.map(({ code, expected, actual }) =>
        code === 'request_mismatch' ? `${expected} ${actual}` : code,
      )
      expect(found).toEqual(due)
    })
  })

  describe('in a session', () => {
    const keep = `create table kept_session as select * from app.session;
      create table kept_address as select * from app.session_address`
    const putBack = `truncate app.session, app.session_address;
      insert into app.session select * from kept_session; insert into app.session_address select * from kept_address;
      drop table kept_session; drop table kept_address`
    /** An audit with a database clock that is a year ahead. */
    async function aYearLater(): Promise<Report> {
      const client = await openConnection(house.database.url)
      const query = client.query.bind(client) as (text: unknown, ...values: unknown[]) => unknown
      const later = `(clock_timestamp() + interval '1 year')`
      client.query = ((text: unknown, ...values: unknown[]) =>
        query(
          typeof text === 'string' ? text.replaceAll('clock_timestamp()', later) : text,
          ...values,
        )) as typeof client.query
      try {
        return await verifyAsIfRunning(house.database.url, undefined, client)
      } finally {
        await client.end()
      }
    }

    /** The bettor asks for something in the session, recorded now. */
    beforeAll(() => house.actInSession())

    test.each<[string, string, string[]]>([
      ['that is gone without an end', 'delete from app.session', ['session_gone']],
      ['of which nobody knows where it began', 'delete from app.session_address', ['session_gone']],
      ['of which nothing is left', 'delete from app.session; delete from app.session_address', ['session_gone']],
      [
        'of another one now',
        `update app.session set account_id = repeat('0', 32); update app.session_address set account_id = repeat('0', 32)`,
        ['session_mismatch'],
      ],
      [
        'that opens by another token, too',
        `insert into app.session (token_hash, account_id, ip, user_agent, salt, commitment, seen_at, expires_at, wrote)
           select sha256(token_hash), account_id, ip, user_agent, salt, commitment, seen_at, expires_at, wrote from app.session`,
        ['session_mismatch'],
      ],
      ['begun with a factor that there never was', 'update app.session set second_factor = true', ['factor_unfounded']],
    ])('%s', async (_, statements, codes) => {
      await house.owner.query(keep)
      await house.owner.query(statements)
      const report = await house.verify()
      await house.owner.query(putBack)
      expect([...new Set(report.findings.map(({ code }) => code))]).toEqual(codes)
    })

    test('from before the time for which sessions are kept', async () => {
      await house.owner.query(keep)
      await house.owner.query('delete from app.session; delete from app.session_address')
      const laterOn = await aYearLater()
      await house.owner.query(putBack)
      expect(laterOn.findings.filter(({ code }) => code.startsWith('session_'))).toEqual([])
    })
  })

  test('claimed and never activated is named, once there has been time for that', async () => {
    const { owner, database } = house
    // the script is long over
    const { rows } = await owner.query<{ account: string }>(
      `select split_part(stream, '-', 2) as account from log.events where type = 'AccountOpened' order by position limit 1`,
    )
    const { account } = rows[0]!
    const set = (status: string) =>
      owner.query('update app.identity set status = $2 where account_id = $1', [account, status])
    await set('pending')
    const [soon, late] = [await house.verify(), await verify({ url: database.url, threads: 1 })]
    await set('active')
    expect(codesOf(soon)).toEqual([])
    // the product does not run, so money in transit is a finding too
    const found = late.findings.filter(({ code }) => code !== 'transfer_stuck')
    expect(found).toMatchObject([{ code: 'identity_mismatch', account, actual: 'pending' }])
  })

  test.each<[string, string]>([
    ['of another role', `set registration = registration || '{"role": "admin"}'`],
    ['opened by somebody else', `set registration = registration || '{"openedBy": "setup"}'`],
    ['whose chosen password must be changed', 'set must_change_password = true'],
  ])('%s is named', async (_, change) => {
    const { owner, oldCredential } = house
    await owner.query(`create table kept as select * from app.identity`)
    await owner.query(`update app.identity ${change} where account_id = '${oldCredential.accountId}'`)
    const report = await house.verify()
    await owner.query('delete from app.identity; insert into app.identity select * from kept; drop table kept')
    const account = oldCredential.accountId
    expect(report.findings).toMatchObject([{ code: 'identity_mismatch', subject: `identity ${account}`, account }])
    expect(report.findings).toHaveLength(1)
  })
})

test.each(['infinity', '-infinity'])('times that are %s are judged like any other', async (time) => {
  const { owner } = house
  const { rows } = await owner.query<{ table: string; names: string[] }>(
    `select table_schema || '.' || table_name as table, array_agg(column_name::text) as names
       from information_schema.columns
      where table_schema in ('log', 'app') and data_type = 'timestamp with time zone' group by 1 order by 1`,
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { table, names } of rows) {
    const values = await owner.query<Record<string, string | null>>(
      `select ctid::text, ${names.map((name) => `${name}::text`)} from ${table} where ctid = (select min(ctid) from ${table})`,
    )
    const [before] = values.rows
    if (before === undefined) continue
    const set = (cells: string[], row: string) =>
      owner.query<{ row: string }>(
        `update ${table} set ${names.map((name, at) => `${name} = ${cells[at]}`)} where ctid = '${row}' returning ctid::text as row`,
      )
    const changed = await set(
      names.map(() => `'${time}'`),
      before.ctid!,
    )
    await house.verify().finally(() =>
      set(
        names.map((name) => (before[name] === null ? 'null' : `'${before[name]}'`)),
        changed.rows[0]!.row,
      ),
    )
  }
})

test('every table and column is covered, or the audit says that it is not', async () => {
  const { rows } = await house.owner.query<{ table: string; name: string }>(
    `select table_schema || '.' || table_name as table, column_name::text as name from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema', 'public') order by 1, 2`,
  )
  const covered = new Set([...COVERED].flatMap(([table, names]) => names.map((name) => `${table}.${name}`)))
  const { notCovered } = await house.verify()
  const listed = new Set(notCovered.filter(({ only }) => only === undefined).flatMap(({ what }) => what))
  const isTold = ({ table, name }: (typeof rows)[number]) =>
    [`${table}.${name}`, table, table.split('.')[0]!].some((what) => covered.has(what) || listed.has(what))
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.filter((row) => !isTold(row))).toEqual([])
  // nothing is listed that does not exist
  const known = new Set(rows.flatMap(({ table, name }) => [table, `${table}.${name}`]))
  expect([...listed].filter((what) => what !== 'jobs' && !known.has(what))).toEqual([])
  expect([...covered].filter((what) => !known.has(what))).toEqual([])
})

test('in the end everything is as before', async () => {
  expect(codesOf(await house.verify())).toEqual([])
})
