// A proof that can be checked without us (c2sp.org/tlog-proof): an event's place in the log, up to a signed checkpoint.

/** Sent as plain text, since no media type is registered. */
export const PROOF_FILE = '.tlog-proof'

/** `entry`: the event's bytes, included if the proof is to be readable on its own. */
export function tlogProof({
  entry,
  index,
  beside,
  checkpoint,
}: {
  readonly entry?: string
  readonly index: number
  readonly beside: readonly Buffer[]
  readonly checkpoint: string
}): string {
  const lines = [
    'c2sp.org/tlog-proof@v1',
    ...(entry === undefined ? [] : [`extra ${Buffer.from(entry).toString('base64')}`]),
    `index ${index}`,
    ...beside.map((hash) => hash.toString('base64')),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}
