// How the table describes a command of the `ledger` tool. Parsing, help, completion and the manual page are made from
// it.
import type { AuditedStore } from '../event-store/log.ts'

export type OptionSpec = {
  /** '--as-of <moment>', or '--kind <kind...>' if it takes several values. */
  readonly flags: string
  /** What the option does, without a full stop. */
  readonly says: string
  readonly default?: string
  readonly choices?: readonly string[]
}

export type ArgumentSpec = { readonly name: string; readonly says: string; readonly choices?: readonly string[] }

/** A line as it is typed, and the question that it answers. */
export type ExampleSpec = { readonly line: string; readonly says: string }

/** Where the ledger under audit is. */
export type LedgerPlace =
  | {
      /** The connection string of Postgres. */
      readonly url: string
      /** The store of the log, if it is not in that Postgres. It is left open. */
      readonly store?: AuditedStore
      readonly folder?: undefined
    }
  /** A jsonl export, without a database. */
  | { readonly folder: string; readonly url?: undefined; readonly store?: undefined }

/** The ledger under audit, opened as the product opens it. */
export type LedgerAccess = LedgerPlace & {
  /** How many threads read and check the log; by default 2 if there are two cores. */
  readonly threads?: 1 | 2
  /** Ends reading early. */
  readonly signal?: AbortSignal
  /** Called periodically with the number of events read, and of all events. */
  readonly onProgress?: (done: number, total: number) => void
}

export type Call = {
  /** Null if none was given. */
  readonly argument: string | null
  /** By the option's name in camel case, without options that were not given. */
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  /** Ends the command early. */
  readonly signal?: AbortSignal
  /** The ledger is closed once the answer is written. Throws NoConnection or Usage with a message of one line. */
  openLedger(): Promise<LedgerAccess>
}

/** The pieces of an answer. An async iterable is written as its pieces come. */
export type Pieces = Iterable<string> | AsyncIterable<string>

/** What a command answers. */
export type Answer = {
  /** One of EXIT. To be read once all pieces were taken. */
  readonly exitCode: number
  /** In pieces, so that an answer need not fit into memory. */
  json(): Pieces
  /**
   * `color`: whether to use a terminal's colours. `width`: of the terminal, in characters; null if there is none, so
   * that lines may have any length.
   */
  text(color: boolean, width?: number | null): Pieces
  /** To be called once the answer was written, or will not be. */
  close?(): void
}

export type CommandSpec = {
  readonly name: string
  /** One sentence, without a full stop, that completes 'this command will'. */
  readonly summary: string
  /** Paragraphs: what an answer contains and how to read it. */
  readonly details: readonly string[]
  /** A fixed word that follows the name. */
  readonly verb?: string
  readonly argument?: ArgumentSpec
  readonly options: readonly OptionSpec[]
  /** Set if -o is not the place for the answer, which then goes to standard output. */
  readonly outputIs?: 'its own'
  /** Set if the command may read the log several times; progress is then known only for each time. */
  readonly readsAgain?: true
  /** The schema of its JSON; null if it has none. */
  readonly schema: string | null
  readonly examples: readonly [ExampleSpec, ...ExampleSpec[]]
  /** Loads the code that carries it out. */
  load(): Promise<(call: Call) => Promise<Answer>>
}
