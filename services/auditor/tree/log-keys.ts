// The keys of the log as its events have them: which was in force at which size, and which of them somebody who trusts some
// of them can trust, too.
import type { LogRow } from '../events/log-row.ts'
import type { EventData } from '../events/payloads.ts'
import { openNote, readVerifierKey } from './signed-note.ts'

/** `number`: of the event; null where only the log’s keys were read. `isEndorsed`: the old key has signed that the new one follows it, and from where on. */
export type KeyChange = EventData['LogKeyChanged'] & { readonly number: number | null; readonly isEndorsed: boolean }

/** Whether the old key vouches for the new one, and for nothing else. */
export function isEndorsed({ key, replaces, signed, endorsement }: EventData['LogKeyChanged']): boolean {
  const old = readVerifierKey(replaces)
  if (old === null || endorsement === undefined) return false
  const opened = openNote(endorsement, [old])
  if (!opened.ok || opened.signers.length === 0) return false
  return opened.text === `fairbook-log-key/1\n${key}\nafter ${signed} events\n`
}

/** In a row that no rule has looked at; null where it is no such event. */
export function keyChangeIn({ type, body, number }: Pick<LogRow, 'type' | 'body' | 'number'>): KeyChange | null {
  if (type !== 'LogKeyChanged') return null
  try {
    const { data } = JSON.parse(body) as { readonly data: EventData['LogKeyChanged'] }
    return { ...data, number, isEndorsed: isEndorsed(data) }
  } catch {
    return null
  }
}

/** Of how many events the checkpoints are that a key signs. Null where the log sets no bound. */
export type KeyRange = {
  /** Of more than these. */
  readonly after: number | null
  /** Of these at most: another key came then. */
  readonly upTo: number | null
  /** Up to so many its signatures count: beyond, somebody else may have made them. */
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

/** Which checkpoints a key may have signed, in words, where it may not have signed one of this size; null where it may. */
export function outOfForce(key: string, size: number, changes: readonly KeyChange[]): string | null {
  const { after, upTo } = rangeOf(key, changes)
  if (after !== null && size <= after) return `checkpoints of more than ${after} events`
  return upTo !== null && size > upTo ? `checkpoints of at most ${upTo} events` : null
}

/** What whoever trusts some keys makes of the others. */
export type Trust = {
  /** Those that were given, and those to which endorsements lead from them. */
  readonly keys: ReadonlySet<string>
  /** Those that the trusted ones came after: the log that a trusted key signs says so. */
  readonly earlier: ReadonlySet<string>
  /** The endorsed rotations that were followed. */
  readonly followed: readonly KeyChange[]
  /** The change that leads away from them for good; null where the key in force is trusted, or none of them ever was in force. */
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

/** Why nothing is clean for whoever trusts the keys before a change and not the one after. */
export const brokenAt = ({ replaces, key, why, signed }: KeyChange): string =>
  `the key ${replaces} ${WHAT_BECAME[why]}, and cannot vouch for the one that signs after ${signed} events, ${key}: compare that with what others have, and give it as --key`
