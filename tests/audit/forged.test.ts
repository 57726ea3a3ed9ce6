// What a forger of events gives away even if every hash and chain fits, and what makes forgery possible.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Meta } from '#services/auditor/events/body.ts'
import type { LogRow } from '#services/auditor/events/log-row.ts'
import { BusinessTimes } from '#services/auditor/events/times/business-times.ts'
import { ClockLine } from '#services/auditor/events/times/clock-line.ts'
import type { FindingCode } from '#services/auditor/findings/finding-codes.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { checkDatabaseGuards } from '#services/auditor/postgres/guards/database-guards.ts'
import { checkLogGuards } from '#services/auditor/postgres/guards/log-guards.ts'
import { checkTableGuards } from '#services/auditor/postgres/guards/table-guards.ts'
import { isLogProtected } from '#services/auditor/postgres/surroundings.ts'
import { CommandsOnce } from '#services/auditor/replay/commands/commands-once.ts'
import { faultsOf } from '#services/auditor/report/faults.ts'
import { verify } from '#services/auditor/verify.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts'
import { audit, corpusLog, type Draft, rewrite, set } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog()
})

const metaOf = (index: number): Meta => decodeBody(log[index]!.body).meta as unknown as Meta
const numbersOf = (rows: readonly LogRow[], code: FindingCode) =>
  audit(rows)
    .sorted()
    .filter((finding) => finding.code === code)
    .map(({ number }) => number)
/** Any event of the log but the first, which starts it. */
const anyEvent = (from = 1) => fc.nat(log.length - 1 - from).map((index) => from + index)

describe('a command that its stream had accepted before', () => {
  const found = (rows: readonly LogRow[]) => numbersOf(rows, 'command_repeated')

  test('is not reported if one command wrote several events', () => {
    const written = new Map<string, number>()
    for (const [index, { stream }] of log.entries()) {
      const key = `${stream} ${metaOf(index).command.id}`
      written.set(key, (written.get(key) ?? 0) + 1)
    }
    expect(Math.max(...written.values())).toBeGreaterThan(1)
    expect(found(rewrite(log))).toEqual([])
  })

  test('is found where any event is copied to the end of the log, as if it had just been recorded', () => {
    fc.assert(
      fc.property(anyEvent(), (copied) => {
        const { recordedAt } = metaOf(log.length - 1)
        const later = new Date(Date.parse(recordedAt) + 1_000).toISOString()
        const copy = (): Draft => set({ 'meta.recordedAt': later })(decodeBody(log[copied]!.body)) as Draft
        const rows = rewrite(log, (draft, index) => (index === log.length - 1 ? [draft, copy()] : draft))
        expect(found(rows)).toEqual([log.length])
      }),
    )
  })

  test('may be right once the stream has forgotten it: after a thousand others, or seven days', () => {
    const repeatedAfter = (others: number, days: number): number => {
      const findings = new Findings()
      const once = new CommandsOnce(findings)
      const take = (version: number, id: string, day: number) => {
        const at = new Date(Date.UTC(2026, 0, 1 + day)).toISOString()
        const actor = { id: 'setup', role: 'system' } as const
        const meta = { actor, command: { id: id.padStart(32, '0'), hash: id }, at, recordedAt: at } as Meta
        const place = { number: version, position: `${version}`, stream: 'desk-1', version }
        once.add(place, { name: 'desk-1', ordinal: 0 }, version, meta)
      }
      take(0, 'f', 0)
      for (let version = 1; version <= others; version++) take(version, `${version}`, days)
      take(others + 1, 'f', days)
      return findings.count
    }
    expect(repeatedAfter(1_000, 8)).toBe(0)
    expect(repeatedAfter(999, 8)).toBe(1)
    expect(repeatedAfter(1_000, 6)).toBe(1)
  })
})

describe('a recording time that runs backwards', () => {
  const found = (rows: readonly LogRow[]) => numbersOf(rows, 'recorded_at_backwards')
  const recordedAt = (index: number) => Date.parse(metaOf(index).recordedAt)
  const movedTo = (moved: number, at: number) =>
    rewrite(log, (draft, index) =>
      index === moved ? set({ 'meta.recordedAt': new Date(at).toISOString() })(draft) : draft,
    )

  test('is found from ten seconds on in a stream, and from an append more in the log', () => {
    fc.assert(
      fc.property(anyEvent(2), (moved) => {
        const before = [...log.keys()].slice(1, moved)
        const inStream = before.filter((index) => log[index]!.stream === log[moved]!.stream)
        const earliest = Math.max(
          ...inStream.map((index) => recordedAt(index) - 10_000),
          ...before.map((index) => recordedAt(index) - 70_000),
        )
        expect(found(movedTo(moved, earliest))).toEqual([])
        expect(found(movedTo(moved, earliest - 1))).toEqual([moved])
      }),
    )
  })

  test('is found for a single late event if the log and its stream go on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: log.length - 2 }), (moved) => {
        const rows = movedTo(moved, recordedAt(log.length - 1) + 86_400_000)
        const next = log.findIndex(({ stream }, index) => index > moved && stream === log[moved]!.stream)
        const expected = new Set(next === -1 ? [moved + 1] : [moved + 1, next])
        expect(found(rows)).toEqual([...expected])
      }),
    )
  })
})

describe('a business time out of order', () => {
  const MINUTE = 60_000
  const [back, ahead] = ['business_time_backwards', 'business_time_ahead'] as const
  const times = (index: number) => {
    const { at, recordedAt, command } = metaOf(index)
    return { at: Date.parse(at), recordedAt: Date.parse(recordedAt), command: command.id }
  }
  const movedTo = (moved: number, at: number) =>
    rewrite(log, (draft, index) => (index === moved ? set({ 'meta.at': new Date(at).toISOString() })(draft) : draft))
  /** The latest business time that is confirmed by two commands recorded two minutes before an event. */
  const knownBefore = (moved: number): number => {
    const { recordedAt, command } = times(moved)
    const known = new Map<string, number>()
    for (const index of [...log.keys()].slice(1, moved)) {
      const said = times(index)
      if (said.command !== command && said.recordedAt <= recordedAt - 2 * MINUTE - 1_000)
        known.set(said.command, said.at)
    }
    return [...known.values()].toSorted((a, b) => b - a)[1] ?? Number.NEGATIVE_INFINITY
  }

  test('is found of any event that is put behind what two commands had come to two minutes earlier', () => {
    const judged = [...log.keys()].slice(1).filter((index) => knownBefore(index) > Number.NEGATIVE_INFINITY)
    fc.assert(
      fc.property(fc.constantFrom(...judged), (moved) => {
        const known = knownBefore(moved)
        expect(numbersOf(movedTo(moved, known - MINUTE - 1), back)).toContain(moved)
        expect(numbersOf(movedTo(moved, known), back)).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  test('is found of any event that is put ahead of what was recorded two minutes later', () => {
    fc.assert(
      fc.property(anyEvent(2), fc.integer({ min: 1, max: 30 }), (moved, days) => {
        const { recordedAt, command } = times(moved)
        const after = [...log.keys()].slice(moved + 1).map(times)
        const isContradicted = after.some((one) => one.command !== command && one.recordedAt > recordedAt + 3 * MINUTE)
        const rows = movedTo(moved, recordedAt + days * 86_400_000)
        expect(numbersOf(rows, ahead)).toEqual(isContradicted ? [moved] : [])
        expect(numbersOf(rows, back)).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  /**
   * Commands, each a different one, as pairs in seconds: when they were recorded, and the business time at which they
   * were decided.
   */
  const found = (commands: readonly (readonly [recorded: number, at: number])[]): string[] => {
    const findings = new Findings()
    const businessTimes = new BusinessTimes(findings)
    for (const [number, [recorded, at]] of commands.entries()) {
      const [recordedAt, decided] = [recorded, at].map((seconds) => new Date(seconds * 1_000).toISOString())
      const place = { number, position: `${number}`, stream: 'desk-1', version: number }
      businessTimes.add(place, { at: decided, recordedAt, command: { id: `${number}` } } as Meta)
    }
    return findings.items.map(({ code, number }) => `${code} ${number}`)
  }

  test('is never found while the clock does not run backwards, with commands in progress and machines that differ', () => {
    const step = fc.record({
      seconds: fc.integer({ min: 0, max: 900 }),
      speed: fc.constantFrom(1, 1, 60, 3_600),
      stopped: fc.boolean(),
      lateSeconds: fc.integer({ min: 0, max: 50 }),
      skewSeconds: fc.integer({ min: -5, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        let [system, business] = [1_000_000, 1_000_000]
        const said = steps.map(({ seconds, speed, stopped, lateSeconds, skewSeconds }) => {
          if (stopped) system += seconds
          else {
            system += seconds
            business += seconds * speed
          }
          // decided now, and recorded by another machine's clock once it has got through
          const command = [system + lateSeconds + skewSeconds, business] as const
          system += lateSeconds
          business += lateSeconds * speed
          return command
        })
        expect(found(said)).toEqual([])
      }),
    )
  })

  test('of a clock that was set back is reported for three commands, and what follows is compared with those', () => {
    const before = Array.from({ length: 10 }, (_, index) => [index * 60, index * 60] as const)
    const after = Array.from({ length: 20 }, (_, index) => [600 + index * 60, index * 60 - 5_000] as const)
    expect(found([...before, ...after])).toEqual([10, 11, 12].map((number) => `business_time_backwards ${number}`))
  })

  describe('by the clock of the product', () => {
    const START = Date.UTC(2026, 0, 10)
    const clock = { anchorSystem: START, anchorBusiness: START, speed: 60, now: START + 3_600_000 }
    /**
     * Commands: seconds since the clock's anchor at which they were recorded, and how many business minutes they are
     * off.
     */
    const judged = (...commands: readonly (readonly [second: number, offMinutes: number])[]): string[] => {
      const findings = new Findings()
      const line = new ClockLine(findings, clock)
      for (const [number, [second, off]] of commands.entries()) {
        const recorded = START + second * 1_000
        const at = START + second * 60_000 + off * MINUTE
        const meta = {
          at: new Date(at).toISOString(),
          recordedAt: new Date(recorded).toISOString(),
          command: { id: `${number}` },
        }
        line.add({ number, position: `${number}`, stream: 'desk-1', version: number }, meta as Meta)
      }
      return findings.items.map(({ code, number }) => `${code} ${number}`)
    }

    test('events are on its line, within what machines differ and commands may take', () => {
      expect(judged([200, 0], [300, 10], [400, -121], [3_600, 0])).toEqual([])
    })
    test('one that is ahead is found, even if nothing follows it', () => {
      expect(judged([200, 0], [300, 11])).toEqual(['business_time_ahead 1'])
    })
    test('a single one that is behind means a stalled machine; a minute of them means a clock that was moved', () => {
      expect(judged([200, -500], [260, -500], [300, 0], [400, -500])).toEqual([])
      expect(judged([200, -500], [230, -500], [260, -500], [400, -500])).toEqual(['clock_moved null'])
    })
    test('what was recorded before its run, or after it was read, is not judged', () => {
      expect(judged([-100, 5_000], [119, 5_000], [3_601, 5_000])).toEqual([])
    })
  })
})

describe('what surrounds the log', () => {
  let database: TestDatabase
  let owner: pg.Client
  let append: string
  const role = `stranger_${process.pid}`
  beforeAll(async () => {
    database = await createTestDatabase()
    await (await PostgresLog.open({ url: database.url })).close()
    owner = new pg.Client(database.ownerUrl)
    await owner.connect()
    await owner.query(`create role ${role}`)
    const { rows } = await owner.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc where proname = 'append' and pronamespace = 'log'::regnamespace`,
    )
    append = rows[0]!.text
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
    const admin = new pg.Client(database.ownerUrl.replace(/[^/]+$/, 'postgres'))
    await admin.connect()
    await admin.query(`drop role ${role}`)
    await admin.end()
  })

  const found = async () => {
    const { findings } = await verify({ url: database.url, compare: false, threads: 1 })
    return findings.map(({ code, subject, actual }) => `${code} ${subject}: ${actual}`)
  }
  const NOTHING = `create function public.nothing() returns trigger language plpgsql as 'begin return null; end'`
  const SIGNATURE =
    'log.append(text, integer[], text, integer[], text, text, text, text[], bytea[], text[], bytea[], text[], text, integer, bytea)'

  test('is clean as the product makes it', async () => {
    expect(await found()).toEqual([])
  })

  test.each<[what: string, change: string, undo: string, ...found: string[]]>([
    ...(['update', 'delete', 'truncate', 'insert'] as const).map((right): [string, string, string, string] => [
      `the services may ${right}`,
      `grant ${right} on log.events to fairbook`,
      `revoke ${right} on log.events from fairbook`,
      'log_writable log.events: fairbook may, too',
    ]),
    [
      'everybody may change events',
      'grant update on log.events to public',
      'revoke update on log.events from public',
      'log_writable log.events: everybody may, too',
    ],
    [
      'bodies may be changed, no other column',
      'grant update (body) on log.events to fairbook',
      'revoke update (body) on log.events from fairbook',
      'log_writable log.events.body: fairbook may, too',
    ],
    [
      'what was installed may be changed',
      `grant delete on log.migration to ${role}`,
      `revoke delete on log.migration from ${role}`,
      `log_writable log.migration: ${role} may, too`,
    ],
    [
      'the services may put functions beside ours',
      'grant create on schema log to fairbook',
      'revoke create on schema log from fairbook',
      'log_writable schema log: fairbook may, too',
    ],
    [
      'the services own the events',
      'alter table log.events owner to fairbook',
      'alter table log.events owner to fairbook_ledger; grant select on log.events to fairbook',
      'log_writable log.events: owned by fairbook',
    ],
    [
      'the services can become the owner',
      `grant fairbook_ledger to ${role}; alter schema app owner to ${role}`,
      `alter schema app owner to fairbook; revoke fairbook_ledger from ${role}`,
      'log_writable log.append: fairbook may, too',
      `log_writable schema log: ${role} can`,
    ],
    [
      'a trigger',
      `${NOTHING}; create trigger silent before insert on log.events for each row execute function public.nothing()`,
      'drop trigger silent on log.events; drop function public.nothing()',
      'log_interposed log.events: silent',
    ],
    [
      'a rule',
      'create rule silent as on insert to log.events do instead nothing',
      'drop rule silent on log.events',
      'log_interposed log.events: silent',
    ],
    [
      'row security',
      `alter table log.events enable row level security; create policy all_rows on log.events using (true)`,
      'drop policy all_rows on log.events; alter table log.events disable row level security',
      'log_interposed log.events: row security',
    ],
  ])('%s', async (_, change, undo, ...expected) => {
    await owner.query(change)
    try {
      expect(await found()).toEqual(expected)
    } finally {
      await owner.query(undo)
    }
    expect(await found()).toEqual([])
  })

  /** What the checks say about a change that nobody else sees; roles belong to all databases of the cluster. */
  async function toldOf(change: string): Promise<string[]> {
    const findings = new Findings()
    await owner.query('begin')
    try {
      await owner.query(change)
      for (const check of [checkLogGuards, checkTableGuards, checkDatabaseGuards]) await check(owner, findings)
      return findings.sorted().map(({ code, subject, actual }) => `${code} ${subject}: ${actual}`)
    } finally {
      await owner.query('rollback')
    }
  }
  const STRANGER = `create role somebody login`
  const SERVICES_FUNCTION = `create or replace function app.sign_in_wait(failures integer, rule jsonb) returns bigint language sql immutable`

  test.each<[what: string, change: string, ...told: string[]]>([
    ['nothing', 'select'],
    [
      'everybody may append',
      'grant execute on all functions in schema log to public',
      'log_writable log.append: everybody may, too',
    ],
    [
      'somebody may append',
      `grant execute on all functions in schema log to ${role}`,
      `log_writable log.append: ${role} may, too`,
    ],
    [
      'somebody can become the owner of the log',
      `${STRANGER}; grant fairbook_ledger to somebody`,
      'log_writable schema log: somebody can',
    ],
    ['whoever migrates can', `${STRANGER}; grant fairbook_ledger, fairbook to somebody`],
    [
      'the owner of the log may log in',
      'alter role fairbook_ledger login',
      'log_writable schema log: fairbook_ledger can',
    ],
    [
      'the services may write everything',
      'grant pg_write_all_data to fairbook',
      'log_writable log.events: fairbook may, by pg_write_all_data',
    ],
    [
      'somebody may write everything',
      `${STRANGER}; grant pg_write_all_data to somebody`,
      'log_writable log.events: somebody may, by pg_write_all_data',
    ],
    [
      'somebody may write to a table',
      `grant update on app.session to ${role}`,
      `table_writable app.session: ${role} may, too`,
    ],
    [
      'everybody may put tables and functions beside ours',
      'grant create on schema app to public',
      'table_writable schema app: everybody may, too',
    ],
    ...(['log.events', 'app.session'] as const).flatMap((table): [string, string, ...string[]][] => {
      const code = table === 'log.events' ? 'log_interposed' : 'table_interposed'
      const [time, text] = table === 'log.events' ? ['stored_at', 'type'] : ['created_at', 'ip']
      const test = `create function public.test(text) returns boolean language sql immutable as 'select true'`
      const isTest = `${code} ${table}: function test(text)`
      return [
        [
          `a trigger on ${table} that says to be Postgres's own`,
          `${NOTHING}; create trigger silent before insert on ${table} for each row execute function public.nothing();
           set local allow_system_table_mods = on; update pg_trigger set tgisinternal = true where tgname = 'silent'`,
          `${code} ${table}: silent`,
        ],
        [
          `a default of ${table} that somebody computes`,
          `create function public.later() returns timestamptz language sql as 'select now()';
           alter table ${table} alter ${time} set default public.later()`,
          `${code} ${table}: function later()`,
        ],
        [`a check of ${table}`, `${test}; alter table ${table} add check (public.test(${text}))`, isTest],
        [`an index of ${table}`, `${test}; create index on ${table} (public.test(${text}))`, isTest],
        [
          `statistics of ${table}`,
          `${test}; create statistics public.seen on (public.test(${text})) from ${table}`,
          isTest,
        ],
        [
          `a type of a column of ${table}`,
          `create domain public.word as text; alter table ${table} alter ${text} type public.word`,
          `${code} ${table}: type word`,
        ],
        [
          `a collation by which ${table} takes two texts for one`,
          `create collation public.same (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
           alter table ${table} alter ${text} type text collate public.same`,
          `${code} ${table}: collation same`,
        ],
        [
          `a table whose rows are rows of ${table}`,
          `create table public.more () inherits (${table})`,
          `${code} ${table}: more`,
        ],
        [
          `${table} that is gone after a crash`,
          `alter table ${table} set unlogged`,
          `table_weakened ${table}: unlogged`,
        ],
      ]
    }),
    ...(['events_pkey', 'events_stream_version', 'events_hash_check'] as const).map((key): [string, string, string] => [
      `the log without ${key}`,
      `alter table log.events drop constraint ${key}`,
      'table_weakened log.events: none',
    ]),
    [
      'rows that go with those of another table',
      `create table public.kept (commitment text primary key);
       alter table app.reason_text add constraint gone foreign key (commitment) references public.kept on delete cascade`,
      'table_interposed app.reason_text: gone',
    ],
    [
      'foreign keys that nobody enforces',
      'alter table app.session disable trigger all',
      'table_weakened app.session: not enforced',
    ],
    [
      'a function of the product that says something else',
      `${SERVICES_FUNCTION} as 'select 0::bigint'`,
      ...Array(2).fill(expect.stringMatching(/^table_interposed schema app: (no such function|app.sign_in_wait\()/)),
    ],
    [
      'a function beside those of the product',
      `create function app.more() returns integer language sql as 'select 1'`,
      expect.stringMatching(/^table_interposed schema app: app.more\(/),
    ],
    [
      'an event trigger',
      `create function public.seen() returns event_trigger language plpgsql as 'begin end';
       create event trigger silent on ddl_command_end execute function public.seen()`,
      'database_interposed event trigger silent: ddl_command_end, by seen()',
    ],
    [
      'a subscription',
      `create subscription silent connection 'dbname=nowhere' publication p with (connect = false, slot_name = none)`,
      'database_interposed subscription silent: it writes what another server says',
    ],
    [
      'a cast in place of that of Postgres',
      `create function public.number(text) returns bigint language sql as 'select 1::bigint';
       create cast (text as bigint) with function public.number(text) as assignment`,
      'database_interposed cast from text to bigint: another one',
    ],
    [
      'an operator that fits better than that of Postgres',
      `create function public.more(integer, numeric) returns boolean language sql as 'select true';
       create operator public.> (leftarg = integer, rightarg = numeric, function = public.more)`,
      'database_interposed operator >(integer,numeric): another one',
    ],
    [
      'a function that does',
      `create function public.lower(integer) returns text language sql as 'select null::text'`,
      'database_interposed function lower(integer): another one',
    ],
    [
      'a clock in place of that of Postgres',
      `create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql as $$ select now() - interval '1 hour' $$`,
      'database_interposed function clock_timestamp(): another one, in sql',
    ],
    [
      'a function of Postgres that somebody wrote anew',
      `create or replace function pg_catalog.reverse(text) returns text language plpgsql as 'begin return $1; end'`,
      'database_interposed function reverse(text): another one, in plpgsql',
    ],
    [
      'a function and an operator among those of Postgres',
      `create function pg_catalog.more(integer, numeric) returns boolean language sql as 'select true';
       create operator pg_catalog.> (leftarg = integer, rightarg = numeric, function = pg_catalog.more)`,
      'database_interposed function more(integer,numeric): another one, in sql',
      'database_interposed operator >(integer,numeric): another one',
    ],
    [
      'names of the services looked up elsewhere',
      'alter role fairbook set search_path = pg_temp, pg_catalog',
      'database_interposed setting search_path: pg_temp, pg_catalog',
    ],
    ['names of the services looked up as always', 'alter role fairbook set search_path = "$user", public'],
    [
      'triggers that do not fire',
      'alter role fairbook set session_replication_role = replica',
      'database_interposed setting session_replication_role: replica',
    ],
  ])('%s', async (_, change, ...told) => {
    expect(await toldOf(change)).toEqual(told)
  })

  test('the log is not protected from services that are superusers, whoever looks', async () => {
    const isProtected = async (change: string) => {
      await owner.query(`begin; ${change}; grant pg_read_all_data to ${role}; set local role ${role}`)
      return await isLogProtected(owner).finally(() => owner.query('rollback'))
    }
    await expect(isProtected('select')).resolves.toBe(true)
    await expect(isProtected('alter role fairbook superuser')).resolves.toBe(false)
  })

  test('a database that shows other triggers than it has deceives nobody', async () => {
    await owner.query(`${NOTHING}; create trigger silent before insert on log.events for each row execute function public.nothing();
      create schema other; grant usage on schema other to public;
      create view other.pg_trigger as select * from pg_catalog.pg_trigger where tgname <> 'silent'; grant select on other.pg_trigger to public`)
    const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
    await owner.query(`alter database ${rows[0]!.name} set search_path = other, pg_catalog`)
    try {
      const { findings } = await verify({ url: database.url, threads: 1 })
      expect(findings.map(({ code, actual }) => `${code} ${actual}`)).toEqual([
        'database_interposed other, pg_catalog',
        'log_interposed silent',
      ])
    } finally {
      await owner.query(`alter database ${rows[0]!.name} reset search_path; drop schema other cascade;
        drop trigger silent on log.events; drop function public.nothing()`)
    }
    expect(await found()).toEqual([])
  })

  test.each<[what: string, change: string, undo: string, subject: string, actual: string]>([
    [
      'a trigger',
      `${NOTHING}; create trigger silent before update on app.account for each row execute function public.nothing()`,
      'drop trigger silent on app.account; drop function public.nothing()',
      'app.account',
      'silent',
    ],
    [
      'a rule',
      'create rule silent as on delete to app.session do instead nothing',
      'drop rule silent on app.session',
      'app.session',
      'silent',
    ],
    [
      'row security',
      'alter table app.bet enable row level security; create policy all_rows on app.bet using (true)',
      'drop policy all_rows on app.bet; alter table app.bet disable row level security',
      'app.bet',
      'row security',
    ],
    ['a view', 'create view app.more as select 1', 'drop view app.more', 'app.more', 'a view'],
  ])('%s on a table of the product', async (_, change, undo, subject, actual) => {
    const interposed = async () => {
      const { findings } = await verify({ url: database.url, threads: 1 })
      return findings.filter(({ code }) => code === 'table_interposed')
    }
    await owner.query(change)
    try {
      expect(await interposed()).toMatchObject([{ subject, actual }])
    } finally {
      await owner.query(undo)
    }
    expect(await interposed()).toEqual([])
  })

  test.each(['account', 'identity', 'provider_message', 'log_tree'])(
    'an unreadable view in place of app.%s is found, and what cannot be judged because of it is reported',
    async (table) => {
      await owner.query(`alter table app.${table} rename to of_before; create view app.${table} as table app.of_before`)
      try {
        const { findings, gaps } = await verify({ url: database.url, threads: 1 })
        expect(findings).toMatchObject([{ code: 'table_interposed', subject: `app.${table}`, actual: 'a view' }])
        expect(gaps).toEqual([{ what: expect.stringContaining(`since app.${table} is no table`), number: null }])
      } finally {
        await owner.query(`drop view app.${table}; alter table app.of_before rename to ${table}`)
      }
    },
  )

  test.each<[what: string, change: (text: string) => string, codes: number]>([
    ['says something else', (text) => text.replace('pg_advisory_xact_lock', 'pg_advisory_lock'), 2],
    ['has a space more', (text) => text.replace('begin\n', 'begin \n'), 2],
    ['runs as whoever calls it', (text) => text.replace('SECURITY DEFINER', 'SECURITY INVOKER'), 2],
    ['looks for tables elsewhere', (text) => text.replace(/ SET search_path.+\n/, ''), 2],
    [
      'is given something by itself',
      (text) => text.replace('given_stream text DEFAULT NULL::text', `given_stream text DEFAULT 'a-stream'`),
      2,
    ],
    ['is owned by somebody else', (text) => `${text}; alter function ${SIGNATURE} owner to ${role}`, 2],
    ['is gone', () => `drop function ${SIGNATURE}`, 1],
    ['has a namesake', () => `create function log.append(text) returns text language sql as 'select $1'`, 1],
  ])('log.append that %s', async (_, change, times) => {
    const changed = change(append)
    expect(changed).not.toBe(append)
    await owner.query(changed)
    try {
      const { byCode } = await verify({ url: database.url, compare: false, threads: 1 })
      expect(byCode).toEqual({ log_append_replaced: times })
    } finally {
      await owner.query(
        `${append}; alter function ${SIGNATURE} owner to fairbook_ledger; drop function if exists log.append(text);
         revoke execute on function ${SIGNATURE} from public; grant execute on function ${SIGNATURE} to fairbook`,
      )
    }
    expect(await found()).toEqual([])
  })

  test('is not a finding if one role owns everything', async () => {
    const own = await createEmptyDatabase()
    try {
      await migrate({ ownerUrl: own.ownerUrl, serviceUrl: own.ownerUrl })
      await (await PostgresLog.open({ url: own.ownerUrl })).close()
      const report = await verify({ url: own.ownerUrl, compare: false, threads: 1 })
      expect(report).toMatchObject({ findings: [], isProtected: false })
    } finally {
      await own.drop()
    }
  })
})

describe('what follows from one changed digit is reported with it', () => {
  const faultsAfter = (type: string, field: string) => {
    const changed = log.findIndex((row) => row.type === type && row.body.includes(`"${field}":`))
    const digit = new RegExp(`"${field}":(\\d)`)
    const change = (body: string) => body.replace(digit, (_, one: string) => `"${field}":${(Number(one) % 9) + 1}`)
    const rows = rewrite(log).map((row, index) => (index === changed ? { ...row, body: change(row.body) } : row))
    const findings = audit(rows).sorted()
    const faults = faultsOf(findings)
    expect(faults[0]!.first).toMatchObject({ number: changed, code: 'hash_mismatch' })
    const counted = faults.reduce(
      (sum, { following }) => sum + 1 + [...following.values()].reduce((a, b) => a + b, 0),
      0,
    )
    expect(counted).toBe(findings.length)
    return { faults, findings }
  }

  test('of a stake', () => {
    const { faults, findings } = faultsAfter('BetPlaced', 'stakeCents')
    expect(faults.length).toBeLessThan(findings.length)
  })

  test('in what was sent, for the receiver', () => {
    const { faults, findings } = faultsAfter('TransferSent', 'amountCents')
    expect(findings.map(({ code }) => code)).toContain('transfer_mismatch')
    expect(faults.map(({ first }) => first.code)).not.toContain('transfer_mismatch')
  })
})
