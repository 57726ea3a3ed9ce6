// Reports what Vitest's own reporters leave out: each failed test as it fails, because a run that is stopped has no
// report; and errors outside all tests, such as a worker that ended or an unhandled rejection. Their stacks go into the
// file in OUTSIDE_ERRORS as a JSON array.
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
