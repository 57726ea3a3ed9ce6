// The destination of the report, opened before anything is verified.
import { openSync, writeFileSync } from 'node:fs'
import { Incomplete, Usage } from '../failures.ts'

export type Output = { readonly isTerminal: boolean; write(report: string): Promise<void> }

/** `path`: '-' is standard output. Throws Usage where it cannot be written to. */
export function openOutput(path: string): Output {
  if (path === '-') return { isTerminal: process.stdout.isTTY === true, write: toStandardOutput }
  const file = opened(path)
  return {
    isTerminal: false,
    async write(report) {
      try {
        writeFileSync(file, report)
      } catch (error) {
        throw new Incomplete(unwritten(error as Error))
      }
    },
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (error) {
    throw new Usage(unwritten(error as Error))
  }
}

const unwritten = ({ message }: Error): string => `the report could not be written: ${message}`

function toStandardOutput(report: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stdout } = process
    const done = (error?: NodeJS.ErrnoException | null): void => {
      // the reader closed the pipe, having read enough; the verdict stands
      if (!error || error.code === 'EPIPE') resolve()
      else reject(new Incomplete(unwritten(error)))
    }
    // a failed write is also emitted as an error, which would end the process without a listener
    stdout.on('error', done)
    stdout.write(report, done)
  })
}
