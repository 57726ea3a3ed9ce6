// What a log says of itself (c2sp.org/tlog-checkpoint): its origin, the number of its events and the root of their tree.

export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer }

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** How many events a note of ours covers. */
export const sizeOf = (note: string): number => Number(note.split('\n', 2)[1])
