// A reporter of Vitest's errors outside all tests, which its JSON report leaves out: a worker that ended, a promise that
// nobody waited for. Writes their stacks into the file of OUTSIDE_ERRORS as a JSON array.
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export default class OutsideReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { readonly stack?: string; readonly message: string }[]): void {
    const file = process.env.OUTSIDE_ERRORS
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
