// What the thread that reads the log is asked to check besides, and what it reports of that.
import type { Found } from '../findings/findings.ts'
import type { Fault } from '../seals/seals-told.ts'
import type { SpillFile } from '../spill/kept-file.ts'
import type { SpillOptions } from '../spill/spill.ts'

/** A read model to compare. `until`: the ledger number that it has reached. */
export type AskedModel = { readonly projection: string; readonly until: number }

/**
 * State to keep for the next audit, to be written to the file `in` after the event of the ledger number `after`.
 * `pair`: the random marks that the files of both threads share: of the audit before (null if there was none) and of
 * this one.
 */
export type AskedKeeping = {
  readonly file: SpillFile
  readonly after: number
  readonly in: string
  readonly pair: { readonly before: string | null; readonly now: string }
}

/**
 * `evidence`: null if it is not to be looked up; `newerThan`: see `EvidenceOptions`. `keeping`: null if no state is
 * kept.
 */
export type Asked = {
  readonly models: readonly AskedModel[]
  readonly evidence: { readonly newerThan: string | null } | null
  readonly inMemory: SpillOptions['inMemory']
  readonly keeping: AskedKeeping | null
  /** The tables that are small enough to be loaded whole. */
  readonly small: ReadonlySet<string>
}

/** Stands in `of` for what is no read model: the messages and prices that are looked up. */
export const EVIDENCE = 'messages and prices'

/** What was found at an event; `of`: a read model, or EVIDENCE. */
export type Told = { readonly of: string; readonly number: number; readonly found: Found }

/** What was found after the last event, and how many rows were compared. `olderPrices`: see `EvidenceCheck`. */
export type End = { readonly of: string; readonly found: Found; readonly rows: number; readonly olderPrices: number }

/** What is wrong with the seal of a leg. Whether the leg needs a seal is for the rules to say. */
export type ToldOfSeal = { readonly number: number; readonly leg: number; readonly fault: Fault }

/** Whether the state was written. `failure`: why not; null if it was. */
export type ToldOfKeeping = { readonly failure: string | null }

/** In the order in which it was found. */
export type News = {
  readonly told: readonly Told[]
  readonly seals: readonly ToldOfSeal[]
  readonly ends: readonly End[]
  /** Null if the state did not have to be written since the last news. */
  readonly kept: ToldOfKeeping | null
}
