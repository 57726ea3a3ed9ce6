import type { CommandMeta } from '#domain/meta.ts'
import { hashCommand } from './command-id.ts'

type ProductCommand = {
  /** Of the command: a repeat has the same, so derive it from what the command is about (`commandId`). */
  readonly id: string
  /** What is asked for, of which the ledger keeps the hash. */
  readonly request: object
  /** Business time. */
  readonly at: Date | string
  /** Of what the command belongs to; by default it begins something of its own. */
  readonly correlation?: string
  /** Id of the event that it follows from. */
  readonly causation?: string
}

/** What goes with a command that the product gives in its own name; `actor` says which part of it. */
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
