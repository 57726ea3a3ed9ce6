import { expect, test } from 'vitest'
import { LogIdentityMismatch, OutcomeUnknown, StoreUnavailable } from '#services/event-store/port.ts'
import { ProviderError } from '#services/odds/provider/provider-errors.ts'
import { lineOf } from '../errors.ts'
import { createProblemLog } from './problem-log.ts'
import { isTransient, unrecoverableIn } from './transient-errors.ts'

function logged() {
  const said: string[] = []
  const clock = { at: 0 }
  const log = createProblemLog('worker', { write: (text) => said.push(text), now: () => clock.at })
  return { log, said, clock }
}

const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' })

test('a lost connection is one line, told once in a while with how often it came', () => {
  const { log, said, clock } = logged()
  for (let n = 0; n < 5; n++) log(refused(5432))
  log(refused(5433))
  expect(said).toEqual(['worker: connect ECONNREFUSED 127.0.0.1:5432; retrying\n'])
  clock.at = 31_000
  log(refused(5432))
  expect(said[1]).toBe(
    'worker: connect ECONNREFUSED 127.0.0.1:5432; retrying (repeated 5 times since the last report)\n',
  )
})

test('so is a job that the queue has given to another, and a provider that does not answer', () => {
  const { log, said } = logged()
  log(new Error('Missing lock for job 9. moveToFinished'))
  log(new ProviderError('network', 'The odds provider cannot be reached: ECONNREFUSED'))
  expect(said).toEqual([
    'worker: Missing lock for job 9. moveToFinished; retrying\n',
    'worker: The odds provider cannot be reached: ECONNREFUSED; retrying\n',
  ])
})

test('a fault of ours comes with its stack, another one too', () => {
  const { log, said } = logged()
  log(new TypeError('x is not a function'))
  log(new RangeError('y'))
  log('bets on 00ff00ff not settled')
  expect(said).toHaveLength(3)
  expect(said[0]).toMatch(/^worker: TypeError: x is not a function\n\s+at /)
  expect(said[2]).toBe('worker: bets on 00ff00ff not settled\n')
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

test('another log is found below what it caused', () => {
  const other = new LogIdentityMismatch('the database holds another log than at the start')
  const seen = new OutcomeUnknown('unknown', { cause: new StoreUnavailable('away', { cause: other }) })
  expect(unrecoverableIn(seen)).toBe(other)
  expect(unrecoverableIn(new StoreUnavailable('away'))).toBeNull()
})

test('an error of several addresses says each once, in one line', () => {
  expect(lineOf(new AggregateError([refused(1), refused(1), refused(2)]))).toBe(
    'connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.1:2',
  )
  expect(lineOf(new Error('two\n  lines'))).toBe('two lines')
})
