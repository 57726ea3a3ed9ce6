import type { CommandMeta } from '#domain/meta.ts'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'

const FEED = 'feed'

/**
 * Metadata of a command of the feed. Ids are derived from the key, which stands for the content of the command, so that
 * a repeat has the same ids. `at`: business time.
 */
export const feedMeta = (key: string, command: object, at: string): CommandMeta =>
  productMeta(FEED, { id: commandId(FEED, key), request: command, at })
