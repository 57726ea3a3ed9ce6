// Moves money between two accounts: sent on one stream, received on the other, in transit between. The sweep completes
// what a crash leaves in transit: received if the receiver exists, otherwise returned to the sender.
import type pg from 'pg'
import type { AccountEvent } from '#domain/account/events.ts'
import { accountStream } from '#domain/account/events.ts'
import { endingOf } from '#domain/closing/closing.ts'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { type TransferRow, transfersLeft } from '#projections/transfers/queries.ts'
import { commandId, randomId } from '#services/commands/command-id.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import type { Position } from '#services/event-store/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import type { Accounts } from './accounts.ts'
import { findByAccount } from './credentials.ts'
import { INTERRUPTED_AFTER_MS } from './sweeps.ts'

const SWEEP_AT_ONCE = 500
const SYSTEM_ACTOR = 'transfers'

export type Transferred = {
  readonly accepted: true
  readonly repeated: boolean
  readonly position: Position | null
  readonly hash: string | null
  /** Balances after the transfer, of the wallet and the float that the money moved between. */
  readonly senderBalanceCents: number
  readonly receiverBalanceCents: number
}

/** `recorded`: the money had already left, and was returned. */
type NotTransferred = { readonly accepted: false; readonly refusal: Refusal; readonly recorded?: true }

export type Transfers = {
  /** From an admin's float to a user's wallet. `meta` is the admin's command. Throws as the recorder does. */
  deposit(to: string, amountCents: number, meta: CommandMeta): Promise<Transferred | NotTransferred>
  /** From a user's wallet to an admin's float. */
  withdraw(from: string, admin: string, amountCents: number, meta: CommandMeta): Promise<Transferred | NotTransferred>
  /** Completes transfers that crashes left in transit. Safe to run anywhere, any time, in several processes. */
  finishInterrupted(olderThanMs?: number): Promise<{ received: number; returned: number }>
}

type InTransit = TransferRow & { correlation: string }

export function createTransfers({
  pool,
  queries,
  accounts,
  businessNow,
}: {
  pool: pg.Pool
  queries: Queries
  accounts: Accounts
  businessNow: () => Date
}): Transfers {
  /** In the product's own name: the money has left, and its receipt must not be refused. */
  const metaOf = (sent: InTransit, type: string): CommandMeta =>
    productMeta(SYSTEM_ACTOR, {
      id: commandId(SYSTEM_ACTOR, `${type} ${sent.transfer}`),
      request: { type, transfer: sent.transfer },
      correlation: sent.correlation,
      causation: sent.sentEvent,
      at: businessNow(),
    })

  function receive(sent: InTransit): Promise<Outcome<AccountEvent>> {
    const { transfer, sender, into, amountCents, purpose } = sent
    const command = { type: 'ReceiveTransfer', transfer, sender, into, amountCents, purpose } as const
    return accounts.execute(sent.receiver, command, metaOf(sent, 'ReceiveTransfer'))
  }

  function returnToSender(sent: InTransit): Promise<Outcome<AccountEvent>> {
    const command = { type: 'ReturnTransfer', transfer: sent.transfer } as const
    return accounts.execute(sent.sender, command, metaOf(sent, 'ReturnTransfer'))
  }

  async function move(
    sent: Outcome<AccountEvent>,
    { sender, receiver, into, correlation }: Pick<InTransit, 'sender' | 'receiver' | 'into' | 'correlation'>,
  ): Promise<Transferred | NotTransferred> {
    if (!sent.accepted) return sent
    // for a repeated command this is the transfer that it made the first time
    const event = sent.events.find((one) => one.type === 'TransferSent')
    if (event === undefined) throw new Error(`${accountStream(sender)} accepted a transfer without sending one`)
    const { transfer, amountCents, purpose } = event.data
    const sentEvent = `${accountStream(sender)}@${event.version}`
    const inTransit = { transfer, sender, receiver, into, amountCents, purpose, sentEvent, correlation }
    const received = await receive(inTransit)
    if (!received.accepted) {
      if (received.refusal.code === 'account_missing') await returnToSender(inTransit)
      return { ...received, recorded: true }
    }
    const last = received.position === null ? sent : received
    return {
      accepted: true,
      repeated: sent.repeated,
      position: last.position,
      hash: last.hash,
      senderBalanceCents: sent.balanceCents,
      receiverBalanceCents: received.balanceCents,
    }
  }

  async function finish(sent: InTransit): Promise<'received' | 'returned' | 'left'> {
    // a registration that is in progress, or was left by a crash, receives it itself
    if ((await findByAccount(pool, sent.receiver))?.status === 'pending') return 'left'
    const received = await receive(sent)
    if (received.accepted) return 'received'
    if (received.refusal.code !== 'account_missing') return 'left'
    return (await returnToSender(sent)).accepted ? 'returned' : 'left'
  }

  return {
    async deposit(to, amountCents, meta) {
      const sender = meta.actor.id
      const receiver = endingOf(await accounts.read(to))
      const deposit = { transfer: randomId(), to, amountCents, purpose: 'deposit', receiver } as const
      const command = { type: 'Deposit', ...deposit } as const
      const sent = await accounts.execute(sender, command, meta)
      return move(sent, { sender, receiver: to, into: 'wallet', correlation: meta.correlation })
    },

    async withdraw(from, admin, amountCents, meta) {
      const command = { type: 'Withdraw', transfer: randomId(), to: admin, amountCents } as const
      const sent = await accounts.execute(from, command, meta)
      return move(sent, { sender: from, receiver: admin, into: 'float', correlation: meta.correlation })
    },

    async finishInterrupted(olderThanMs = INTERRUPTED_AFTER_MS) {
      const done = { received: 0, returned: 0 }
      await forEachSettled(await transfersLeft(queries, olderThanMs, SWEEP_AT_ONCE), async (row) => {
        const how = await finish({ ...row, correlation: row.correlation ?? randomId() })
        if (how !== 'left') done[how] += 1
      })
      return done
    },
  }
}
