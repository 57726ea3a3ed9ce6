// The changes of the key that signs the log's checkpoints: one stream, on which each change is an event of the same log
// that the key signs. No event records the first key, because a key that vouches for itself proves nothing.
import { z } from 'zod'
import { Text } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** The one stream of the notary in a log. */
export const NOTARY = '10639000000000000000000000000001'

export const notaryStream = (notary: string) => `notary-${notary}`

export const KEY_CHANGES = ['rotated', 'lost', 'compromised'] as const
export type KeyChange = (typeof KEY_CHANGES)[number]

const Size = z.int().min(0)

/**
 * Another key signs from here on: checkpoints of more than `signed` events are signed by `key`, the others by
 * `replaces`.
 */
export const LogKeyChanged = z.strictObject({
  /** Verifier keys (c2sp.org/signed-note): name, id and public key in one line. */
  key: Text,
  replaces: Text,
  why: z.enum(KEY_CHANGES),
  /** The number of events of the newest checkpoint that the old key signed; 0 if there is none. */
  signed: Size,
  /** For a rotation: a signed note in which the old key vouches for the new one. Its text is endorsementText. */
  endorsement: z.string().min(1).max(1_000).optional(),
  /**
   * For a compromise: up to how many events signatures of the old key count. Whoever stole the key may have signed
   * more.
   */
  trustedTo: Size.optional(),
})
export type LogKeyChanged = z.infer<typeof LogKeyChanged>

/** The text that the old key signs: which key follows it, and after how many events. */
export const endorsementText = ({ key, signed }: Pick<LogKeyChanged, 'key' | 'signed'>): string =>
  `fairbook-log-key/1\n${key}\nafter ${signed} events\n`

export const logKeyEvents = { LogKeyChanged: { 1: LogKeyChanged } } as const

export type LogKeyEvent = Newest<typeof logKeyEvents>
