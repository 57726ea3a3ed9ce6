// A format of an export: what it makes of each event, and the files that come of it.
import type { Body } from '../../events/body.ts'
import type { LogRow } from '../../events/log-row.ts'
import type { Passage, Posting } from '../../walk/walk.ts'
import type { NewFolder } from '../files/new-folder.ts'
import type { ManifestFile } from '../manifest.ts'

/** `body`: null where it cannot be read. `postings`: in their order, overwritten by the next event. */
export type Told = { readonly row: LogRow; readonly body: Body | null; readonly postings: readonly Posting[] }

export type FormatWriter = {
  /** In the order of the log. */
  event(told: Told): void
  /** After the last one: its files are on disk when it returns. */
  end(passage: Passage): readonly ManifestFile[]
}

export type Format = (folder: NewFolder) => FormatWriter
