import type { CommandMeta } from '#domain/meta.ts'
import { randomId } from '../command-id.ts'

/** The metadata of a command without a session, given at an instant of business time. */
export const metaBy = (
  actor: CommandMeta['actor'],
  at = new Date(),
  reason: CommandMeta['reason'] = null,
): CommandMeta => ({
  actor,
  session: null,
  command: { id: randomId(), hash: '0'.repeat(64) },
  correlation: randomId(),
  causation: null,
  at: at.toISOString(),
  reason,
})

export const SETTLER = { id: 'settler', role: 'system' } as const
/** An admin's reason whose text is not stored. */
export const REASON = { code: 'by-admin', text: '0'.repeat(64) } as const
export const FEED = { id: 'feed', role: 'system' } as const
