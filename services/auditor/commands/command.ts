// A command of the `ledger` tool, as the table says it: parsing, help, completion and the manual page follow from it.
import type { AuditedStore } from '../event-store/log.ts'

export type OptionSpec = {
  /** '--as-of <moment>'; with '...' where it may be given several values. */
  readonly flags: string
  /** What it does, without a full stop. */
  readonly says: string
  readonly default?: string
  readonly choices?: readonly string[]
}

export type ArgumentSpec = { readonly name: string; readonly says: string; readonly choices?: readonly string[] }

/** A line as it is typed, and what it answers. */
export type ExampleSpec = { readonly line: string; readonly says: string }

/** Where the ledger under audit is. */
export type LedgerPlace =
  | {
      /** Connection string of the Postgres. */
      readonly url: string
      /** The store of the log, if it is not in that Postgres; stays open. */
      readonly store?: AuditedStore
      readonly folder?: undefined
    }
  /** A jsonl export, with no database. */
  | { readonly folder: string; readonly url?: undefined; readonly store?: undefined }

/** The ledger under audit, opened as the product opens it. */
export type LedgerAccess = LedgerPlace & {
  /** How many threads read and check the log; by default 2 if there are two cores. */
  readonly threads?: 1 | 2
  /** Ends reading early. */
  readonly signal?: AbortSignal
  /** Called now and then with the number of events read, and of all that there are to read. */
  readonly onProgress?: (done: number, total: number) => void
}

export type Call = {
  /** Null where none was given. */
  readonly argument: string | null
  /** By the option's name in camel case; without those that were not given. */
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  /** Ends it early. */
  readonly signal?: AbortSignal
  /** Closed once the answer is written. Throws NoConnection or Usage, with one line. */
  openLedger(): Promise<LedgerAccess>
}

/** Pieces that come with time are to be written as they come. */
export type Pieces = Iterable<string> | AsyncIterable<string>

/** What a command answers. */
export type Answer = {
  /** One of EXIT, known once the pieces were taken. */
  readonly exitCode: number
  /** In pieces, so that no length of it has to fit into memory. */
  json(): Pieces
  /** `color`: for a terminal. `width`: of it, in characters; null where there is none, and lines are as long as they are. */
  text(color: boolean, width?: number | null): Pieces
  /** To be called once it is written, or will not be. */
  close?(): void
}

export type CommandSpec = {
  readonly name: string
  /** One sentence, without a full stop, that completes 'this command will'. */
  readonly summary: string
  /** Paragraphs: what an answer contains and how to read it. */
  readonly details: readonly string[]
  /** A word that follows the name as it is. */
  readonly verb?: string
  readonly argument?: ArgumentSpec
  readonly options: readonly OptionSpec[]
  /** Where its -o is no place for the answer, which then goes to standard output. */
  readonly outputIs?: 'its own'
  /** Reads the log again and again, as often as it takes: how far it is, is known of each time alone. */
  readonly readsAgain?: true
  /** Its answer for programs; null where it has none. */
  readonly schema: string | null
  readonly examples: readonly [ExampleSpec, ...ExampleSpec[]]
  /** What carries it out, loaded when it is called. */
  load(): Promise<(call: Call) => Promise<Answer>>
}
