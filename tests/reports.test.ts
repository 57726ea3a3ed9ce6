import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorContexts, readPlaywright, readVitest } from './reports.ts'

describe("Vitest's report", () => {
  const file = (name: string, status: string, tests: Record<string, string>, milliseconds = 0) => ({
    name: join(process.cwd(), name),
    status,
    startTime: 1_000,
    endTime: 1_000 + milliseconds,
    assertionResults: Object.entries(tests).map(([fullName, result]) => ({
      fullName,
      status: result,
      failureMessages: result === 'failed' ? ['Error: expected 1\n  at line 2'] : [],
    })),
  })

  test('names what failed by file and title', () => {
    const report = {
      numPassedTests: 2,
      numPendingTests: 1,
      testResults: [
        file('domain/money.test.ts', 'passed', { 'money is whole': 'passed', 'money later': 'skipped' }, 900),
        file('domain/odds.test.ts', 'failed', { 'odds are exact': 'failed', 'odds are read': 'passed' }, 2_000),
      ],
    }
    const failures = ['domain/odds.test.ts: odds are exact: Error: expected 1']
    const slowest = ['2 s domain/odds.test.ts', '1 s domain/money.test.ts']
    expect(readVitest(report)).toEqual({ passed: 2, skipped: 1, failures, retried: [], slowest })
  })

  test('has the errors outside all tests', () => {
    const report = { numPassedTests: 0, numPendingTests: 0, testResults: [] }
    const stack = 'Error: Worker exited unexpectedly\n    at Pool.end (pool.js:12)'
    const failures = ['outside the tests: Error: Worker exited unexpectedly; at Pool.end (pool.js:12)']
    expect(readVitest(report, [stack]).failures).toEqual(failures)
  })

  test('names a file that could not be run', () => {
    const report = { numPassedTests: 0, numPendingTests: 0, testResults: [file('domain/money.test.ts', 'failed', {})] }
    expect(readVitest(report).failures).toEqual(['domain/money.test.ts: could not be run'])
  })
})

describe("Playwright's report", () => {
  const spec = (title: string, ...statuses: string[]) => ({
    file: 'slip.spec.ts',
    title,
    tests: statuses.map((status, index) => ({ projectName: ['desktop', 'phone'][index], status })),
  })

  test('tells what passed at once from what needed a second try, and names it', () => {
    const nested = { specs: [spec('bets', 'unexpected', 'expected')] }
    const report = {
      suites: [{ specs: [spec('opens', 'flaky', 'expected'), spec('taps', 'skipped')], suites: [nested] }],
    }
    expect(readPlaywright(report)).toEqual({
      passed: 3,
      skipped: 1,
      failures: ['slip.spec.ts, desktop: bets'],
      retried: ['slip.spec.ts, desktop: opens'],
      slowest: [],
    })
  })

  test('says why a test failed, of every attempt, and where', () => {
    const message =
      '\u001b[31mError: expect(locator).toBeVisible() failed\u001b[39m\n\nLocator: a price\nCall log:\n  - waiting'
    const results = [
      {
        errors: [{ message: 'Test timeout of 1 ms exceeded.' }, { message }],
        errorLocation: { file: '/e2e/fixtures.ts', line: 7 },
        attachments: [],
      },
      { attachments: [] },
    ]
    const tests = [{ projectName: 'desktop', status: 'flaky', results }]
    const report = { suites: [{ specs: [{ file: 'slip.spec.ts', title: 'bets', tests }] }] }
    const why =
      'Test timeout of 1 ms exceeded.; Error: expect(locator).toBeVisible() failed; Locator: a price (fixtures.ts:7)'
    expect(readPlaywright(report).retried).toEqual([`slip.spec.ts, desktop: bets\n    ${why}`])
  })

  test('has what a test noted on its way, unless it passed at once', () => {
    const annotations = [{ type: 'not accepted', description: 'Arsenal:\n  the price is old' }, { type: 'slow' }]
    const results = [{ errors: [{ message: 'Error: none accepted' }], attachments: [] }]
    const tests = [
      { projectName: 'desktop', status: 'unexpected', annotations, results },
      { projectName: 'phone', status: 'expected', annotations, results: [{ attachments: [] }] },
    ]
    const report = { suites: [{ specs: [{ file: 'slip.spec.ts', title: 'bets', tests }] }] }
    const notes = 'not accepted: Arsenal:; the price is old\n    slow'
    expect(readPlaywright(report).failures).toEqual([
      `slip.spec.ts, desktop: bets\n    Error: none accepted\n    ${notes}`,
    ])
  })

  test('has what went wrong outside all tests', () => {
    const report = { suites: [], errors: [{ message: 'the product did not start: it took too long\nmore' }] }
    expect(readPlaywright(report).failures).toEqual([
      'outside the tests: the product did not start: it took too long; more',
    ])
  })

  test('names the files with what the page showed, of every attempt', () => {
    const attempt = (path: string) => ({
      attachments: [
        { name: 'trace', path: '/tmp/trace.zip' },
        { name: 'error-context', path },
      ],
    })
    const tests = [{ projectName: 'desktop', status: 'unexpected', results: ['/tmp/1.md', '/tmp/2.md'].map(attempt) }]
    const report = { suites: [{ suites: [{ specs: [{ file: 'slip.spec.ts', title: 'bets', tests }] }] }] }
    expect(errorContexts(report)).toEqual(['/tmp/1.md', '/tmp/2.md'])
  })
})
