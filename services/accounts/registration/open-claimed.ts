// Opens the account whose name has been claimed. An admin who funds it sends the money first; then the account is
// opened and receives the money in one append. The float that a plain admin wants for a new admin is drawn from the
// treasury. Every step can be repeated.
import type { AccountEvent } from '#domain/account/events.ts'
import { accountStream } from '#domain/account/events.ts'
import { balanceCents } from '#domain/account/state.ts'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { type RefusalCode, refuse } from '#domain/refusals.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import type { Accounts } from '../accounts.ts'
import type { Credential } from '../credentials.ts'
import type { Treasury } from '../treasury.ts'
import { depositCommand, drawnCents, openCommand } from './registration-commands.ts'
import { type Registered, type RegistrationOutcome, registered } from './registration-outcome.ts'

export type ClaimedAccounts = {
  /** `repeated`: an earlier attempt may have done some of the steps. Throws as the recorder does. */
  open(credential: Credential, repeated: boolean): Promise<RegistrationOutcome>
  /** The outcome for an account that was opened earlier, as far as the ledger's streams remember it. */
  openedEarlier(credential: Credential): Promise<Registered>
  isOpened(accountId: string): Promise<boolean>
}

/** The admin who opened the account has lost their standing since. */
const NOT_ANY_MORE: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['account_blocked', 'account_closed'])

type Sent = { accepted: true; event: string | null; balanceCents: number } | { accepted: false; refusal: Refusal }

export function createClaimedAccounts(
  accounts: Accounts,
  treasury: Pick<Treasury, 'draw' | 'remembers'>,
  businessNow: () => Date,
): ClaimedAccounts {
  const metaOf = (credential: Credential, causation: string | null): CommandMeta => ({
    actor: credential.registration.actor,
    session: credential.registration.session,
    command: { id: credential.registration.command, hash: credential.registration.hash },
    correlation: credential.registration.correlation,
    causation,
    at: businessNow().toISOString(),
    reason: credential.registration.reason,
  })

  const isOpened = async (accountId: string): Promise<boolean> => (await accounts.read(accountId)).opened !== null

  async function open(credential: Credential, repeated: boolean): Promise<RegistrationOutcome> {
    if (repeated && (await isOpened(credential.accountId))) return withFloat(credential, await answerAgain(credential))
    const sent = await sendFunds(credential, repeated)
    if (sent !== null && !sent.accepted) return { accepted: false, taken: false, refusal: sent.refusal }
    const opened = await execute(credential, sent?.event ?? null)
    if (opened.accepted) {
      return withFloat(credential, registered(credential, opened, sent?.balanceCents ?? null, repeated))
    }
    if (sent === null) return { accepted: false, taken: false, refusal: opened.refusal }
    await returnFunds(credential, sent.event)
    return { accepted: false, taken: false, refusal: opened.refusal, recorded: true }
  }

  function execute(credential: Credential, causation: string | null): Promise<Outcome<AccountEvent>> {
    return accounts.execute(credential.accountId, openCommand(credential), metaOf(credential, causation))
  }

  async function sendFunds(credential: Credential, repeated: boolean): Promise<Sent | null> {
    const { transfer, command } = credential.registration
    if (transfer === null) return null
    if (repeated) {
      // sent so long ago that the command is forgotten, so it must not be sent again
      const sender = await accounts.read(transfer.sender)
      const sent = sender.sent.get(transfer.id)
      if (sent?.returned) return refuse('transfer_missing')
      if (sent !== undefined && !sender.commands.has(command)) {
        return { accepted: true, event: null, balanceCents: sender.floatCents }
      }
    }
    const sent = await accounts.execute(transfer.sender, depositCommand(credential, transfer), metaOf(credential, null))
    if (!sent.accepted) return sent
    const event = sent.events[0]
    const version = event === undefined ? null : `${accountStream(transfer.sender)}@${event.version}`
    return { accepted: true, event: version, balanceCents: sent.balanceCents }
  }

  /** Called if the ledger refused to open the account after the money had left. */
  async function returnFunds(credential: Credential, causation: string | null): Promise<void> {
    const { id, sender } = credential.registration.transfer!
    const meta = metaOf(credential, causation)
    const command = { id, hash: hashCommand({ type: 'ReturnTransfer', transfer: id }) }
    await accounts.execute(sender, { type: 'ReturnTransfer', transfer: id }, { ...meta, command })
  }

  /** Draws the first float of a new admin, unless the same command already has. */
  async function withFloat(credential: Credential, outcome: Registered): Promise<Registered> {
    const amountCents = drawnCents(credential.registration)
    if (amountCents === 0) return outcome
    const { accountId } = credential
    const drawn = await treasury.draw(accountId, amountCents, metaOf(credential, `${accountStream(accountId)}@0`))
    // blocked or removed in between, so the new admin begins with nothing
    if (!drawn.accepted && NOT_ANY_MORE.has(drawn.refusal.code)) return outcome
    if (!drawn.accepted) throw new Error(`the treasury refused the float of ${accountId}: ${drawn.refusal.code}`)
    const { position, hash, floatCents, waiting } = drawn
    return { ...outcome, position, hash, balanceCents: floatCents, ...(waiting === null ? {} : { waiting }) }
  }

  /** If the draw is so old that it has been forgotten, it must not be made again. */
  async function openedEarlier(credential: Credential): Promise<Registered> {
    const outcome = await answerAgain(credential)
    return (await treasury.remembers(credential.registration.command)) ? withFloat(credential, outcome) : outcome
  }

  async function answerAgain(credential: Credential): Promise<Registered> {
    const { transfer, command } = credential.registration
    let senderBalanceCents: number | null = null
    if (transfer !== null) {
      const sender = await accounts.read(transfer.sender)
      senderBalanceCents = sender.commands.get(command)?.balanceCents ?? sender.floatCents
    }
    const state = await accounts.read(credential.accountId)
    if (state.commands.has(command)) {
      const opened = await execute(credential, null)
      if (opened.accepted) return registered(credential, opened, senderBalanceCents, true)
    }
    const unknown = { position: null, hash: null, balanceCents: balanceCents(state) }
    return registered(credential, unknown, senderBalanceCents, true)
  }

  return { open, openedEarlier, isOpened }
}
