// All streams of a small ledger in memory, for the property tests. Every command is handled as in the product
// (remembered, decided, appended, folded), and every event is checked against its published schema and the ledger's
// invariants.
import type { AccountCommand } from '../account/commands.ts'
import { decideAccount } from '../account/decide.ts'
import { accountStream } from '../account/events.ts'
import { evolveAccount } from '../account/evolve.ts'
import type { AccountState } from '../account/state.ts'
import { initialAccount } from '../account/state.ts'
import type { Decision } from '../decision.ts'
import { type DomainEvent, eventSchemas } from '../events.ts'
import type { FixtureCommand } from '../fixture/commands.ts'
import { decideFixture } from '../fixture/decide.ts'
import { fixtureStream } from '../fixture/events.ts'
import { evolveFixture, type FixtureState, initialFixture } from '../fixture/state.ts'
import type { CommandMeta } from '../meta.ts'
import type { TransferSent } from '../transfer/transfer-events.ts'
import type { TreasuryCommand } from '../treasury/commands.ts'
import { decideTreasury } from '../treasury/decide.ts'
import { TREASURY, treasuryStream } from '../treasury/events.ts'
import { evolveTreasury, initialTreasury, type TreasuryState } from '../treasury/state.ts'
import { LedgerCheck, type LedgerEvent } from './invariants/invariants.ts'

type Stream<State> = { readonly state: State; version: number }

export class World {
  readonly log: LedgerEvent[] = []
  readonly check = new LedgerCheck()
  readonly accounts = new Map<string, Stream<AccountState>>()
  readonly fixtures = new Map<string, Stream<FixtureState>>()
  readonly treasury: Stream<TreasuryState> = { state: initialTreasury(), version: -1 }
  /** Granted, but not paid out yet. */
  readonly granted: { readonly draw: string; readonly account: string; readonly amountCents: number }[] = []
  /** Sent, but not yet received or returned. */
  readonly inTransit: (TransferSent & { readonly sender: string })[] = []
  readonly accepted: { account: string; command: AccountCommand; meta: CommandMeta }[] = []

  account(id: string): Stream<AccountState> {
    return upsert(this.accounts, id, () => ({ state: initialAccount(id), version: -1 }))
  }

  fixture(id: string): Stream<FixtureState> {
    return upsert(this.fixtures, id, () => ({ state: initialFixture(id), version: -1 }))
  }

  /** Carries out a command on an account, unless it was carried out before. Returns the decision. */
  onAccount(id: string, command: AccountCommand, meta: CommandMeta): Decision<DomainEvent> {
    const stream = this.account(id)
    if (stream.state.commands.has(meta.command.id)) return { accepted: true, events: [] }
    const decision = decideAccount(command, meta, stream.state)
    if (!decision.accepted) return decision
    for (const event of decision.events) {
      const recorded = { ...event, stream: accountStream(id), version: ++stream.version, meta }
      this.#append(recorded)
      evolveAccount(stream.state, recorded)
      if (event.type === 'TransferSent') this.inTransit.push({ ...event.data, sender: id })
    }
    this.accepted.push({ account: id, command, meta })
    return decision
  }

  onFixture(id: string, command: FixtureCommand, meta: CommandMeta): Decision<DomainEvent> {
    const stream = this.fixture(id)
    if (stream.state.commands.has(meta.command.id)) return { accepted: true, events: [] }
    const decision = decideFixture(command, meta, stream.state)
    if (!decision.accepted) return decision
    for (const event of decision.events) {
      const recorded = { ...event, stream: fixtureStream(id), version: ++stream.version, meta }
      this.#append(recorded)
      evolveFixture(stream.state, recorded)
    }
    return decision
  }

  onTreasury(command: TreasuryCommand, meta: CommandMeta): Decision<DomainEvent> {
    const stream = this.treasury
    if (stream.state.commands.has(meta.command.id)) return { accepted: true, events: [] }
    const decision = decideTreasury(command, meta, stream.state)
    if (!decision.accepted) return decision
    for (const event of decision.events) {
      const recorded = { ...event, stream: treasuryStream(TREASURY), version: ++stream.version, meta }
      this.#append(recorded)
      evolveTreasury(stream.state, recorded)
      const isGranted = event.type === 'TreasuryDrawn' || event.type === 'TreasuryDrawApproved'
      if (isGranted) this.granted.push(event.data)
    }
    return decision
  }

  /** Pays out the oldest granted draw by raising the float that it is for. */
  pay(meta: CommandMeta): void {
    const granted = this.granted.shift()
    if (granted === undefined) return
    const { draw, amountCents } = granted
    this.onAccount(granted.account, { type: 'RaiseFloat', draw, amountCents }, meta)
  }

  /** Completes the oldest transfer in transit: it is received, or returned if its receiver does not exist. */
  deliver(meta: CommandMeta): void {
    const transfer = this.inTransit.shift()
    if (transfer === undefined) return
    const received = this.onAccount(transfer.to, { type: 'ReceiveTransfer', ...transfer }, meta)
    if (received.accepted) return
    this.onAccount(transfer.sender, { type: 'ReturnTransfer', transfer: transfer.transfer }, meta)
  }

  #append(event: LedgerEvent): void {
    eventSchemas[event.type]![event.schema]!.parse(event.data)
    this.log.push(event)
    this.check.fold(event)
  }
}

/** The states that a new process would fold from the log. */
export function replay(log: readonly LedgerEvent[]): {
  accounts: Map<string, AccountState>
  fixtures: Map<string, FixtureState>
  treasury: TreasuryState
} {
  const treasury = initialTreasury()
  const accounts = new Map<string, AccountState>()
  const fixtures = new Map<string, FixtureState>()
  for (const event of log) {
    const id = event.stream.slice(event.stream.indexOf('-') + 1)
    if (event.stream === accountStream(id)) {
      const state = upsert(accounts, id, () => initialAccount(id))
      evolveAccount(state, event as Parameters<typeof evolveAccount>[1])
    } else if (event.stream === treasuryStream(TREASURY)) {
      evolveTreasury(treasury, event as Parameters<typeof evolveTreasury>[1])
    } else {
      const state = upsert(fixtures, id, () => initialFixture(id))
      evolveFixture(state, event as Parameters<typeof evolveFixture>[1])
    }
  }
  return { accounts, fixtures, treasury }
}

function upsert<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
