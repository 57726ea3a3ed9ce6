// Jobs whose writes Postgres aborts because of a deadlock.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLogger } from '#services/platform/logging/logger.ts'
import { createProblemLog } from '#services/platform/process/problem-log.ts'
import { databaseForTests } from '#tests/database.ts'
import { openJobs } from './jobs.ts'

const database = databaseForTests()
let owner: pg.Client
const said: { level: number; msg: string }[] = []
const log = createProblemLog(createLogger('worker', { write: (line) => said.push(JSON.parse(line)) }), () => 0)

beforeAll(async () => {
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterAll(() => owner.end())

/** Makes the next two such writes of a job fail like the victim of a deadlock. */
const deadlockAt = (write: string) =>
  owner.query(`
  create sequence victims;
  grant usage on sequence victims to public;
  create or replace function deadlock() returns trigger language plpgsql as $$ begin
    -- a sequence keeps what an aborted transaction took
    if nextval('public.victims') <= 2 then raise 'deadlock detected' using errcode = '40P01'; end if;
    return coalesce(new, old);
  end $$;
  create trigger deadlock before ${write} on jobs.job for each row execute function deadlock()`)
const noMore = () => owner.query('drop trigger deadlock on jobs.job; drop sequence victims')

test.each([
  ['added', 'insert'],
  ['fetched and finished', 'update'],
  ['removed', 'delete'],
])('a job that is %s in a deadlock is done once, with a warning of one line', async (_what, write) => {
  const jobs = openJobs({ databaseUrl: database.url, log })
  const runs: number[] = []
  const queue = jobs.queue<{ n: number }>('settle')
  const work = async (_name: string, { n }: { n: number }) => void runs.push(n)
  await queue.add('fixture', { n: 0 }, 'first')
  const taken = async () => (await owner.query('select last_value::int as n from victims')).rows[0].n as number
  if (write === 'insert') await deadlockAt(write)
  await queue.add('fixture', { n: 1 }, 'second')
  if (write === 'update') await deadlockAt(write)
  if (write === 'delete') {
    await owner.query(`update jobs.job set opts = opts || '{"removeOnComplete": true}'`)
    await deadlockAt(write)
  }
  await jobs.worker('settle', 1, work)
  await vi.waitFor(() => expect(runs.toSorted()).toEqual([0, 1]), 60_000)
  const counted = `select count(*)::int as n from jobs.job where queue = 'settle' and state in ('waiting', 'active')`
  await vi.waitFor(async () => expect((await owner.query(counted)).rows).toEqual([{ n: 0 }]), 60_000)
  expect(await taken()).toBeGreaterThan(2)
  expect(runs).toHaveLength(2)
  expect(said.map(({ level, msg }) => [level, msg])).toEqual([[40, 'a deadlock between two jobs; retrying']])
  await noMore()
  await jobs.close()
})
