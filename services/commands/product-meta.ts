import type { CommandMeta } from '#domain/meta.ts'
import { hashCommand } from './command-id.ts'

type ProductCommand = {
  /** Id of the command. A repeat must have the same, so derive it from what the command is about (`commandId`). */
  readonly id: string
  /** What is requested; the ledger keeps its hash. */
  readonly request: object
  /** Business time. */
  readonly at: Date | string
  /** Correlation of what the command belongs to; by default it starts one of its own. */
  readonly correlation?: string
  /** The event that it follows from. */
  readonly causation?: string
}

/** The metadata of a command that the product gives in its own name; `actor` says which part of the product. */
export const productMeta = (
  actor: string,
  { id, request, at, correlation = id, causation }: ProductCommand,
): CommandMeta => ({
  actor: { id: actor, role: 'system' },
  session: null,
  command: { id, hash: hashCommand(request) },
  correlation,
  causation: causation ?? null,
  at: typeof at === 'string' ? at : at.toISOString(),
  reason: null,
})
