// What can have happened to the key that signs the log's checkpoints: one stream, on which each change is an event of the very
// log that the key signs. The first key is recorded by none: a key that names itself proves nothing to anybody.
import { z } from 'zod'
import { Text } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** There is one notary's office in a log. */
export const NOTARY = '10639000000000000000000000000001'

export const notaryStream = (notary: string) => `notary-${notary}`

export const KEY_CHANGES = ['rotated', 'lost', 'compromised'] as const
export type KeyChange = (typeof KEY_CHANGES)[number]

const Size = z.int().min(0)

/** Another key signs from here on: checkpoints of more than `signed` events are signed by `key`, the others by `replaces`. */
export const LogKeyChanged = z.strictObject({
  /** Verifier keys (c2sp.org/signed-note): name, id and public key in one line. */
  key: Text,
  replaces: Text,
  why: z.enum(KEY_CHANGES),
  /** How many events the newest checkpoint of the old key has; 0 where there is none. */
  signed: Size,
  /** Of a rotation: a signed note in which the old key vouches for the new one. Its text: endorsementText. */
  endorsement: z.string().min(1).max(1_000).optional(),
  /** Of a compromise: up to how many events signatures of the old key count; whoever has it may have made others. */
  trustedTo: Size.optional(),
})
export type LogKeyChanged = z.infer<typeof LogKeyChanged>

/** What the old key signs: which key follows it, and after how many events. */
export const endorsementText = ({ key, signed }: Pick<LogKeyChanged, 'key' | 'signed'>): string =>
  `fairbook-log-key/1\n${key}\nafter ${signed} events\n`

export const logKeyEvents = { LogKeyChanged: { 1: LogKeyChanged } } as const

export type LogKeyEvent = Newest<typeof logKeyEvents>
