// A format of an export: how it writes events, and into which files.
import type { Body } from '../../events/body.ts'
import type { LogRow } from '../../events/log-row.ts'
import type { Passage, Posting } from '../../walk/walk.ts'
import type { NewFolder } from '../files/new-folder.ts'
import type { ManifestFile } from '../manifest.ts'

/** `body`: null if it cannot be read. `postings`: in order. The next event overwrites the array. */
export type Told = { readonly row: LogRow; readonly body: Body | null; readonly postings: readonly Posting[] }

export type FormatWriter = {
  /** To be called with each event, in the order of the log. */
  event(told: Told): void
  /** To be called after the last event. The files are on disk when it returns. */
  end(passage: Passage): readonly ManifestFile[]
}

export type Format = (folder: NewFolder) => FormatWriter
