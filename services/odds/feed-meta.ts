import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'

const FEED = 'feed'

/**
 * What goes with a command of the feed. Ids are derived from the key, which names the content of the command, so that a
 * repeat has the same ids. `at`: business time.
 */
export function feedMeta(key: string, command: object, at: string): CommandMeta {
  const id = commandId(FEED, key)
  return {
    actor: { id: FEED, role: 'system' },
    session: null,
    command: { id, hash: hashCommand(command) },
    correlation: id,
    causation: null,
    at,
    reason: null,
  }
}
