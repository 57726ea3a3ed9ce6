// What the scripts of the corpus share: commands with ids and times injected, and the same bytes on every store.
// Nothing may change here that changes those bytes: the recorded logs stay as they are.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { DeskCommand } from '#domain/desk/commands.ts'
import { DESK } from '#domain/desk/events.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { OfferCommand } from '#domain/offer/commands.ts'
import { OFFER } from '#domain/offer/events.ts'
import type { TreasuryCommand } from '#domain/treasury/commands.ts'
import { TREASURY } from '#domain/treasury/events.ts'
import type { Role } from '#domain/values.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
export const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })

/** A part of the product, or a person. */
export type Who = string | { readonly account: string; readonly role: Role }
type More = Partial<CommandMeta>
type Reason = CommandMeta['reason']

export const byAdmin = (text: string | null): Reason => ({ code: 'by-admin', text })

type Style = {
  /** When the script's time is 0. */
  readonly begin: string
  /** Unit of the script's time in milliseconds; a minute by default. */
  readonly unit?: number
  /** A person's reason for command number so and so. */
  readonly reason?: (number: number) => Reason
}

/** On an empty log that was started with `logId` and `at` of CORPUS_START. */
export function scripted(store: EventStore, { begin, unit = MINUTE, reason = () => null }: Style) {
  const at = (time: number) => new Date(Date.parse(begin) + time * unit).toISOString()
  const commands = createCommands({ store, systemNow: () => new Date(at(script.now)) })

  function metaOf(who: Who, command: object, more: More = {}): CommandMeta {
    script.number += 1
    const isPart = typeof who === 'string'
    const actor = isPart ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${script.number}`)
    return {
      actor,
      session: isPart ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(script.now),
      reason: isPart ? null : reason(script.number),
      ...more,
    }
  }

  type Recorder<Command> = { execute(id: string, command: Command, meta: CommandMeta): Promise<Outcome<unknown>> }
  /** Returns the command's id. */
  const on =
    <Command extends { readonly type: string }>({ execute }: Recorder<Command>) =>
    async (id: string, who: Who, command: Command, more: More = {}): Promise<string> => {
      const meta = metaOf(who, command, more)
      const outcome = await execute(id, command, meta)
      if (!outcome.accepted) throw new Error(`${command.type} at ${script.now}: ${outcome.refusal.code}`)
      return meta.command.id
    }
  const [account, fixture] = [on<AccountCommand>(commands.accounts), on<FixtureCommand>(commands.fixtures)]
  const [desk, offer, treasury] = [
    on<DeskCommand>(commands.desk),
    on<OfferCommand>(commands.offer),
    on<TreasuryCommand>(commands.treasury),
  ]
  const script = {
    /** The script's time, which stands still until it is set. */
    now: 0,
    /** Number of commands so far. */
    number: 0,
    at,
    metaOf,
    commands,
    onAccount: (name: string, who: Who, command: AccountCommand, more?: More) =>
      account(idOf(name), who, command, more),
    onFixture: (name: string, who: Who, command: FixtureCommand, more?: More) =>
      fixture(idOf(name), who, command, more),
    onDesk: (who: Who, command: DeskCommand, more?: More) => desk(DESK, who, command, more),
    onOffer: (who: Who, command: OfferCommand, more?: More) => offer(OFFER, who, command, more),
    onTreasury: (who: Who, command: TreasuryCommand, more?: More) => treasury(TREASURY, who, command, more),
  }
  return script
}
