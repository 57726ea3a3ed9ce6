// A reporter of what Vitest's others leave out. Each failed test as it fails: a run that is stopped before its end has no report. And
// errors outside all tests: a worker that ended, a promise that nobody waited for; their stacks go into the file of OUTSIDE_ERRORS
// as a JSON array.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

export default class FailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    if (state !== 'failed') return
    const file = relative(process.cwd(), test.module.moduleId)
    process.stdout.write(`\nfailed: ${[file, test.fullName, ...errors.map(({ message }) => message)].join(': ')}\n`)
  }

  onTestRunEnd(_modules: unknown, errors: readonly { readonly stack?: string; readonly message: string }[]): void {
    const file = process.env.OUTSIDE_ERRORS
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
