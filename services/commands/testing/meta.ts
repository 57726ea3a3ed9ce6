import type { CommandMeta } from '#domain/meta.ts'
import { randomId } from '../command-id.ts'

/** What goes with a command that no session sent, given at an instant of business time. */
export const metaBy = (actor: CommandMeta['actor'], at = new Date()): CommandMeta => ({
  actor,
  session: null,
  command: { id: randomId(), hash: '0'.repeat(64) },
  correlation: randomId(),
  causation: null,
  at: at.toISOString(),
  reason: null,
})

export const SETTLER = { id: 'settler', role: 'system' } as const
export const FEED = { id: 'feed', role: 'system' } as const
