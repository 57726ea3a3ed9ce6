// A checkpoint of a log (c2sp.org/tlog-checkpoint): its origin, the number of its events and the root of their tree.

export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer }

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** The checkpoint in a note of ours. */
export function saidBy(note: string): Checkpoint {
  const [origin = '', size, root = ''] = note.split('\n', 3)
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}
