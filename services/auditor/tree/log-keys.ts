// The keys of the log by its events: which one was in force at which size, and which others somebody can trust who
// trusts some of them.
import type { LogRow } from '../events/log-row.ts'
import type { EventData } from '../events/payloads.ts'
import { openNote, readVerifierKey } from './signed-note.ts'

/**
 * `number`: ledger number of the event; null if only the log's keys were read. `isEndorsed`: the old key has signed
 * that the new one follows it, and after how many events.
 */
export type KeyChange = EventData['LogKeyChanged'] & { readonly number: number | null; readonly isEndorsed: boolean }

/** Whether the old key has signed exactly this change. */
export function isEndorsed({ key, replaces, signed, endorsement }: EventData['LogKeyChanged']): boolean {
  const old = readVerifierKey(replaces)
  if (old === null || endorsement === undefined) return false
  const opened = openNote(endorsement, [old])
  if (!opened.ok || opened.signers.length === 0) return false
  return opened.text === `fairbook-log-key/1\n${key}\nafter ${signed} events\n`
}

/** The change in a row that has not been checked; null if the row is no such event or cannot be read. */
export function keyChangeIn({ type, body, number }: Pick<LogRow, 'type' | 'body' | 'number'>): KeyChange | null {
  if (type !== 'LogKeyChanged') return null
  try {
    const { data } = JSON.parse(body) as { readonly data: EventData['LogKeyChanged'] }
    return { ...data, number, isEndorsed: isEndorsed(data) }
  } catch {
    return null
  }
}

/** The sizes, in events, of the checkpoints that a key signs. Null if the log sets no bound. */
export type KeyRange = {
  /** Larger than this. */
  readonly after: number | null
  /** At most this: another key replaced it then. */
  readonly upTo: number | null
  /** Signatures on larger checkpoints do not count: somebody else may have made them. */
  readonly trustedTo: number | null
}

export function rangeOf(key: string, changes: readonly KeyChange[]): KeyRange {
  const end = changes.find(({ replaces }) => replaces === key)
  return {
    after: changes.find((change) => change.key === key)?.signed ?? null,
    upTo: end?.signed ?? null,
    trustedTo: end?.trustedTo ?? null,
  }
}

/** If a key may not sign a checkpoint of this size, which ones it may sign, in words; null if it may. */
export function outOfForce(key: string, size: number, changes: readonly KeyChange[]): string | null {
  const { after, upTo } = rangeOf(key, changes)
  if (after !== null && size <= after) return `checkpoints of more than ${after} events`
  return upTo !== null && size > upTo ? `checkpoints of at most ${upTo} events` : null
}

/** What somebody who trusts some keys can conclude about the others. */
export type Trust = {
  /** The given keys, and those that endorsements lead to from them. */
  readonly keys: ReadonlySet<string>
  /** Keys that the trusted ones replaced: the log that a trusted key signs says so. */
  readonly earlier: ReadonlySet<string>
  /** The endorsed rotations that were followed. */
  readonly followed: readonly KeyChange[]
  /**
   * The change after which no key is trusted; null if the key in force is trusted, or no trusted key was ever in force.
   */
  readonly endsAt: KeyChange | null
}

export function trustOf(given: readonly string[], changes: readonly KeyChange[]): Trust {
  const keys = new Set(given)
  const followed: KeyChange[] = []
  for (const change of changes) {
    if (!keys.has(change.replaces) || keys.has(change.key) || change.why !== 'rotated' || !change.isEndorsed) continue
    keys.add(change.key)
    followed.push(change)
  }
  const last = changes.findLastIndex(({ key }) => keys.has(key))
  const earlier = new Set(changes.slice(0, last + 1).map(({ replaces }) => replaces))
  const next = changes[last + 1] ?? null
  return { keys, earlier, followed, endsAt: next !== null && keys.has(next.replaces) ? next : null }
}

const WHAT_BECAME = {
  rotated: 'was replaced without an endorsement that is right',
  lost: 'was lost',
  compromised: 'was known to somebody else',
} as const

/** Why the log is not clean for somebody who trusts the keys before a change and not the one after it. */
export const brokenAt = ({ replaces, key, why, signed }: KeyChange): string =>
  `the key ${replaces} ${WHAT_BECAME[why]}, and cannot vouch for the one that signs after ${signed} events, ${key}: compare that with what others have, and give it as --key`
