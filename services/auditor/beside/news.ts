// What the thread that reads the log is asked to check beside it, and what it tells of that.
import type { Found } from '../findings/findings.ts'
import type { Fault } from '../seals/seals-told.ts'
import type { SpillFile } from '../spill/kept-file.ts'
import type { SpillOptions } from '../spill/spill.ts'

/** A read model, and the ledger number that it has reached. */
export type AskedModel = { readonly projection: string; readonly until: number }

/**
 * What the next audit goes on from: written to `in` after the event of the ledger number `after`. `pair`: what the file, and the one
 * that it comes of (null: none), have in common with those of the other thread.
 */
export type AskedKeeping = {
  readonly file: SpillFile
  readonly after: number
  readonly in: string
  readonly pair: { readonly before: string | null; readonly now: string }
}

/** `newerThan`: as of `EvidenceOptions`. `keeping`: null where nothing is kept. */
export type Asked = {
  readonly models: readonly AskedModel[]
  readonly evidence: { readonly newerThan: string | null } | null
  readonly inMemory: SpillOptions['inMemory']
  readonly keeping: AskedKeeping | null
  /** Tables that are small enough to be read at once. */
  readonly small: ReadonlySet<string>
}

/** What is looked up of messages and prices, beside the names of read models. */
export const EVIDENCE = 'messages and prices'

/** What was found at an event; `of`: a read model, or EVIDENCE. */
export type Told = { readonly of: string; readonly number: number; readonly found: Found }

/** What was found in the end, and how many rows were looked at; `olderPrices`: as of `EvidenceCheck`. */
export type End = { readonly of: string; readonly found: Found; readonly rows: number; readonly olderPrices: number }

/** What is wrong with the seal of a leg. Whether it needs one is for the rules to say. */
export type ToldOfSeal = { readonly number: number; readonly leg: number; readonly fault: Fault }

/** Once the state was to be written. `failure`: null where it was. */
export type ToldOfKeeping = { readonly failure: string | null }

/** In the order in which it came about. */
export type News = {
  readonly told: readonly Told[]
  readonly seals: readonly ToldOfSeal[]
  readonly ends: readonly End[]
  /** Null where that was not to be done since. */
  readonly kept: ToldOfKeeping | null
}
