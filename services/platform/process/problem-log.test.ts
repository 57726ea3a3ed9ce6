import { expect, test } from 'vitest'
import { LogIdentityMismatch, OutcomeUnknown, StoreUnavailable } from '#services/event-store/port.ts'
import { ProviderError } from '#services/odds/provider/provider-errors.ts'
import { lineOf } from '../errors.ts'
import { createLogger } from '../logging/logger.ts'
import { createProblemLog } from './problem-log.ts'
import { isTransient, unrecoverableIn } from './transient-errors.ts'

function logged() {
  const said: string[] = []
  const clock = { at: 0 }
  const logger = createLogger('worker', { write: (line) => said.push(line) })
  const log = createProblemLog(logger, () => clock.at)
  return { log, said, clock, lines: () => said.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' })

test('a lost connection is one line, repeated now and then with how often it came', () => {
  const { log, lines, clock } = logged()
  for (let n = 0; n < 5; n++) log(refused(5432))
  log(refused(5433))
  const line = {
    ...{ level: 40, time: expect.any(Number), service: 'worker', instance: expect.stringMatching(/:\d+$/) },
    ...{ code: 'ECONNREFUSED', msg: 'connect ECONNREFUSED 127.0.0.1:5432; retrying' },
  }
  expect(lines()).toEqual([line])
  clock.at = 31_000
  log(refused(5432))
  expect(lines()[1]).toEqual({ ...line, repeated: 5 })
})

test('so is a job that the queue gave to another worker, and a provider that does not answer', () => {
  const { log, lines } = logged()
  log(new Error('Missing lock for job 9. moveToFinished'))
  // as a queue server that was down puts it: another worker has the job, or has done it
  log(new Error('Lock mismatch for job 9. Cmd moveToFinished from active'))
  log(new Error('Job 9 is not in the active state. moveToFinished'))
  log(new ProviderError('network', 'The odds provider cannot be reached: ECONNREFUSED'))
  expect(lines().map(({ msg }) => msg)).toEqual([
    'Missing lock for job 9. moveToFinished; retrying',
    'Lock mismatch for job 9. Cmd moveToFinished from active; retrying',
    'Job 9 is not in the active state. moveToFinished; retrying',
    'The odds provider cannot be reached: ECONNREFUSED; retrying',
  ])
})

test('a fault of ours comes with its stack, and so does another one', () => {
  const { log, said, lines } = logged()
  log(new TypeError('x is not a function'))
  log(new RangeError('y'))
  log('bets on 00ff00ff not settled')
  expect(said).toHaveLength(3)
  expect(said.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
  const stack = expect.stringMatching(/^TypeError: x is not a function\n\s+at /)
  expect(lines()[0]).toMatchObject({ level: 50, err: { type: 'TypeError', message: 'x is not a function', stack } })
  expect(lines()[2]).toMatchObject({ level: 40, msg: 'bets on 00ff00ff not settled' })
})

test('a report has none of the error’s own fields, and nothing that Postgres quotes, in nested errors too', () => {
  const { log, said, lines } = logged()
  const quoting = Object.assign(new Error('invalid input syntax for type integer: "anna"'), {
    ...{ code: '22P02', detail: 'Key (name)=(anna)', constraint: 'one_name' },
  })
  log(quoting)
  log(new Error(`an append was refused: ${quoting.message}`, { cause: quoting }))
  log(new StoreUnavailable(`refused: ${lineOf(quoting)}`, { cause: quoting }))
  log(Object.assign(new Error('a fault'), { values: ['anna'] }))
  expect(said).toHaveLength(4)
  expect(said.join('')).not.toContain('anna')
  const message = 'Postgres refused a value (22P02, one_name)'
  const stack = expect.stringMatching(/^\n\s+at /)
  expect(lines()[0]).toMatchObject({ level: 50, msg: message, err: { code: '22P02', message, stack } })
})

test.each([
  [refused(1), true],
  [new StoreUnavailable('away'), true],
  [new OutcomeUnknown('lost'), true],
  [new Error('fetch failed', { cause: refused(1) }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Connection is closed.'), true],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new TypeError('fault'), false],
])('%s is transient: %s', (error, passes) => expect(isTransient(error)).toBe(passes))

test('another log is found among the causes of an error', () => {
  const other = new LogIdentityMismatch('the database holds another log than at the start')
  const seen = new OutcomeUnknown('unknown', { cause: new StoreUnavailable('away', { cause: other }) })
  expect(unrecoverableIn(seen)).toBe(other)
  expect(unrecoverableIn(new StoreUnavailable('away'))).toBeNull()
})

test('an error of several addresses has each once, in one line', () => {
  expect(lineOf(new AggregateError([refused(1), refused(1), refused(2)]))).toBe(
    'connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.1:2',
  )
  expect(lineOf(new Error('two\n  lines'))).toBe('two lines')
})
