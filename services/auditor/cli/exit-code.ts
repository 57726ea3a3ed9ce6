// What to do about an error that ended a command: one line on standard error, and the exit code.
import { CommanderError } from 'commander'
import { LogIdentityMismatch, StoreUnavailable } from '#services/event-store/port.ts'
import { Incomplete, NoConnection, Usage } from '../failures.ts'
import { printable, printableLines } from '../report/printable.ts'
import { EXIT } from '../report/report.ts'

/** SQLSTATE classes 'connection exception', 'insufficient resources' and 'operator intervention'. */
const GONE = /^(08|53|57)/
const isRefusal = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'severity' in error && 'code' in error
const isConnectionLost = (error: unknown): boolean =>
  isRefusal(error)
    ? GONE.test(error.code)
    : error instanceof Error && /Connection terminated|is not queryable|ECONN|EPIPE/.test(error.message)

/** `say`: called with what has not been printed yet. */
export function exitCodeOfFailure(error: unknown, isInterrupted: boolean, say: (text: string) => void): number {
  // commander has already printed it; help and version are not errors
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage
  if (isInterrupted) return EXIT.interrupted
  say(`ledger: ${printable(error instanceof Error ? error.message : String(error))}\n`)
  if (error instanceof Usage) return EXIT.usage
  // the log is not the one that the read models know, so nothing can be checked
  if (error instanceof LogIdentityMismatch || error instanceof Incomplete) return EXIT.incomplete
  if (error instanceof NoConnection || error instanceof StoreUnavailable) return EXIT.noConnection
  if (isConnectionLost(error)) return EXIT.noConnection
  // there is a ledger, but this role may not read all of it
  if (isRefusal(error)) return EXIT.incomplete
  if (error instanceof Error && error.stack) say(`${printableLines(error.stack)}\n`)
  return EXIT.incomplete
}
