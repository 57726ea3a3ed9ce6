// A command that comes again where what it was decided on has changed since: its stream still knows what became of it.
import type { CommandMemory } from '#domain/command-memory.ts'
import type { DeclineSettlement } from '#domain/four-eyes/four-eyes-commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { Id } from '#domain/values.ts'
import type { Outcome } from '#services/commands/outcome.ts'

type Streams<Event> = {
  read(id: string): Promise<Pick<CommandMemory, 'commands'>>
  execute(id: string, command: DeclineSettlement, meta: CommandMeta): Promise<Outcome<Event>>
}

/** Null where the stream does not remember the command. */
export async function firstAnswer<Event>(
  { read, execute }: Streams<Event>,
  id: string,
  meta: CommandMeta,
): Promise<Outcome<Event> | null> {
  if (!Id.safeParse(id).success || !(await read(id)).commands.has(meta.command.id)) return null
  // what a remembered command says is not looked at again
  return execute(id, { type: 'DeclineSettlement', request: '' }, meta)
}
