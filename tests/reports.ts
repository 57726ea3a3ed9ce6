// The JSON reports of the test runners in one form: how many tests passed, and the names of those that did not.
import { basename, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Outcome = {
  readonly passed: number
  readonly skipped: number
  /**
   * By file and title, with the reason if the report has one: its first line, or for a browser test the first lines of
   * each attempt.
   */
  readonly failures: readonly string[]
  /** Passed, but only on the retry. */
  readonly retried: readonly string[]
  /** Where the time went: files with their seconds, slowest first. */
  readonly slowest: readonly string[]
}

const SLOWEST_SHOWN = 10
const REASON_LINES = 6

type VitestReport = {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Milliseconds. */
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** Reads Vitest's JSON report, and its errors outside all tests. A file that could not be run counts as one failure. */
export function readVitest(report: unknown, outside: readonly string[] = []): Outcome {
  const { numPassedTests, numPendingTests, testResults } = report as VitestReport
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) {
      return failed.map(({ fullName, failureMessages }) => {
        const why = firstLine(failureMessages?.[0] ?? '')
        return `${file}: ${fullName}${why === '' ? '' : `: ${why}`}`
      })
    }
    return status === 'failed' ? [`${file}: could not be run`] : []
  })
  const slowest = testResults
    .map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1_000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, seconds }) => `${Math.round(seconds)} s ${file}`)
  return {
    passed: numPassedTests,
    skipped: numPendingTests,
    failures: [...failures, ...outside.map((message) => `outside the tests: ${reason(message)}`)],
    retried: [],
    slowest,
  }
}

type Suite = {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly projectName: string
      readonly status: string
      readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
      readonly results?: readonly {
        readonly errors?: readonly { readonly message?: string }[]
        readonly errorLocation?: { readonly file: string; readonly line: number }
        readonly attachments: readonly { readonly name: string; readonly path?: string }[]
      }[]
    }[]
  }[]
}
type PlaywrightReport = {
  readonly suites: readonly Suite[]
  readonly errors?: readonly { readonly message?: string }[]
}

/** Reads Playwright's JSON report. An error outside all tests counts as one failure. */
export function readPlaywright(report: unknown): Outcome {
  const { suites, errors = [] } = report as PlaywrightReport
  const tests = suites.flatMap(testsOf)
  const named = (status: string) => tests.filter((test) => test.status === status).map(({ name }) => name)
  const retried = named('flaky')
  return {
    passed: named('expected').length + retried.length,
    skipped: named('skipped').length,
    failures: [
      ...named('unexpected'),
      ...errors.map(({ message = 'unknown' }) => `outside the tests: ${reason(message)}`),
    ],
    retried,
    slowest: [],
  }
}

function testsOf({ suites = [], specs = [] }: Suite): { name: string; status: string }[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, annotations = [], results = [] }) => {
      const whys = results.flatMap(({ errors = [], errorLocation: at }) => {
        if (errors.length === 0) return []
        const where = at === undefined ? '' : ` (${basename(at.file)}:${at.line})`
        // a test that took too long reports that first, and then what it was waiting for
        return [`${errors.map(({ message = 'unknown' }) => reason(message)).join('; ')}${where}`]
      })
      const notes =
        whys.length === 0
          ? []
          : annotations.map(({ type, description }) => (description === undefined ? type : `${type}: ${description}`))
      return { name: [`${file}, ${projectName}: ${title}`, ...whys, ...notes.map(reason)].join('\n    '), status }
    }),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

/** The files in which Playwright wrote what the page showed when a test failed, for all attempts. */
export function errorContexts(report: unknown): string[] {
  const filesOf = ({ suites = [], specs = [] }: Suite): string[] => [
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ results = [] }) =>
        results.flatMap(({ attachments }) =>
          attachments.flatMap(({ name, path }) => (name === 'error-context' && path !== undefined ? [path] : [])),
        ),
      ),
    ),
    ...suites.flatMap(filesOf),
  ]
  return (report as PlaywrightReport).suites.flatMap(filesOf)
}

const firstLine = (text: string) => text.trim().split('\n')[0] ?? ''

/** The beginning of an error in one line; an expectation names what it looked at on further lines. */
function reason(message: string): string {
  const [said = ''] = stripVTControlCharacters(message).split(/^Call log:/m)
  const lines = said.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .slice(0, REASON_LINES)
    .join('; ')
}
