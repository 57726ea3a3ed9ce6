// How far a backup reaches and who has signed it, in words.
import { type Manifest, SECOND_SCHEMA, signerOf } from './manifest.ts'

const SECOND_MS = 1_000
const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** '3 hours 5 minutes': the two largest units. */
function ageInWords(ms: number): string {
  let left = Math.max(0, Math.floor(ms / SECOND_MS))
  const counts = UNITS.map(([length, name]) => {
    const count = Math.floor(left / length)
    left -= count * length
    return { count, name }
  })
  const first = counts.findIndex(({ count }) => count > 0)
  if (first === -1) return 'less than a second'
  const shown = counts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ count, name }) => `${count} ${name}${count === 1 ? '' : 's'}`).join(' ')
}

export function recoveryPoint({ log, signed, takenAt }: Manifest, now: Date): string {
  const { last, events } = log
  const age = ageInWords(now.getTime() - Date.parse(last.recordedAt))
  const since = ageInWords(now.getTime() - Date.parse(takenAt))
  return `The last event in it is ledger number ${events - 1}, recorded ${last.recordedAt} (business time ${last.at}), ${age} ago; ${signed ?? 0} of ${events} events are signed. What was recorded after ${takenAt}, ${since} ago, need not be in it.`
}

/** What a restore loses. */
export type Loss = {
  /** At most how many events of a known checkpoint are missing from the backup; null if no checkpoint is known. */
  readonly lost: number | null
  /** Whether the backup includes the log's key. */
  readonly hasKey: boolean
  /** Whether the log was not in the restored database, so that its store may have what the backup lacks. */
  readonly isElsewhere: boolean
}

const STILL_THERE =
  'Where EventStoreDB still has the log, no event is lost and the key stays: "Only Postgres is lost" in docs/runbooks/backup.md. Where the log is gone there, too: '

export function lossInWords({ lost, hasKey, isElsewhere }: Loss): string {
  const loss =
    lost === null
      ? 'No checkpoint is known of more events than it has: whether any was signed others may know.'
      : isElsewhere
        ? `At least ${lost} events that were signed are not in the backup. ${STILL_THERE}they are lost, and this is another history.`
        : `At least ${lost} events that were signed are lost, so that this is another history.`
  if (!hasKey)
    return `${loss} The key that signs the log is not in the backup: bring it, or give the log another one (docs/runbooks/log-key.md).`
  const another =
    lost === null
      ? 'If anything was signed after the last event in the backup, this is another history, which needs another key'
      : 'It must not sign this history, which needs another key'
  const still = isElsewhere && lost === null ? STILL_THERE : ''
  return `${loss} The key that signs the log is in DATA_DIR. ${still}${another} before the product is started: docs/runbooks/backup.md.`
}

export function signerInWords(manifest: Manifest): string {
  const signer = signerOf(manifest)
  if (signer === null) return 'Nobody has signed it: it does not show who made it.'
  return manifest.schema === SECOND_SCHEMA
    ? `Its manifest is signed by ${signer}; whether its encrypted files are those that were signed shows with an identity.`
    : `It is signed by ${signer}.`
}
