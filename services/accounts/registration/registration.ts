// How an account is registered across identity and the ledger: (1) its name is claimed, (2) an admin who funds it sends the
// money, (3) the account is opened and receives it in one append, (4) the claim becomes active. Each step can be
// repeated, so a crash between any two of them is finished by the next try or by the sweep; a step that the ledger
// refuses gives the name free again.
import type pg from 'pg'
import type { AccountEvent } from '#domain/account/events.ts'
import { accountStream } from '#domain/account/events.ts'
import { balanceCents } from '#domain/account/state.ts'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { hashCommand, randomId } from '#services/commands/command-id.ts'
import type { Accepted, Outcome } from '#services/commands/outcome.ts'
import type { Position } from '#services/event-store/port.ts'
import { eachOf } from '#services/platform/process/each-of.ts'
import type { Accounts } from '../accounts.ts'
import { newSalt } from '../commitments.ts'
import {
  activateAccount,
  type Credential,
  claimName,
  commitmentsOf,
  findByCommand,
  findRival,
  interruptedRegistrations,
  lockRegistration,
  type PendingRegistration,
  releaseName,
} from '../credentials.ts'
import type { UserName } from '../names/names.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { insertSession } from '../sessions/session-rows.ts'
import { inTransaction } from '../transaction.ts'
import { commandIdOf, depositCommand, openCommand, requestHashOf } from './registration-commands.ts'
import type { RegistrationRequest } from './registration-request.ts'

export type Registered = {
  readonly accepted: true
  readonly accountId: string
  readonly repeated: boolean
  /** Of the last event; null where it was opened too long ago to be remembered. */
  readonly position: Position | null
  readonly hash: string | null
  readonly balanceCents: number
  /** What a session that is opened now goes by. */
  readonly passwordHash: string
  /** Float of the admin who funded it, after the command. */
  readonly senderBalanceCents: number | null
}
export type RegistrationOutcome =
  | Registered
  /** `look`: by a name that looks like it. */
  | { readonly accepted: false; readonly taken: 'name' | 'look' }
  /** `recorded`: the money had left its sender by then, and went back. */
  | { readonly accepted: false; readonly taken: false; readonly refusal: Refusal; readonly recorded?: true }

/** Longer than any request lives: what is still pending then was left by a crash. */
const INTERRUPTED_AFTER_MS = 30_000
const SWEEP_AT_ONCE = 200

export type Registrations = {
  /** Throws PasswordQueueFull, PasswordGivenUp, OutcomeUnknown, StoreUnavailable; the same command again goes on where it was. */
  register(request: RegistrationRequest): Promise<RegistrationOutcome>
  /** Finishes what crashes left. Safe to run anywhere, any time, in several processes. */
  finishInterrupted(olderThanMs?: number): Promise<{ finished: number; released: number }>
  /** Activates a claim whose account the ledger has; leaves it where it has not. */
  finishOpened(accountId: string): Promise<'finished' | 'not opened'>
}

type Deps = {
  readonly pool: pg.Pool
  readonly accounts: Accounts
  readonly passwords: Passwords
  readonly businessNow: () => Date
}

export function createRegistrations({ pool, accounts, passwords, businessNow }: Deps): Registrations {
  async function register(request: RegistrationRequest): Promise<RegistrationOutcome> {
    let passwordHash: string | null = null
    for (;;) {
      const earlier = await findEarlier(request)
      if (earlier !== null) {
        if (!isSameCommand(earlier, request)) return takenBy(earlier, request.name)
        if (!(await isSameRequest(earlier, request))) return refused('key_reused')
        const outcome = await complete(earlier.accountId, { repeated: true })
        if (outcome !== null) return outcome
        // given free while this request waited for it: begin anew
        continue
      }
      passwordHash ??= await passwords.hash(request.password, request.turn)
      const accountId = await claimFor(request, passwordHash)
      if (accountId === null) continue
      return (await complete(accountId, { repeated: false })) ?? { accepted: false, taken: 'name' }
    }
  }

  async function findEarlier({ command, name }: RegistrationRequest): Promise<Credential | null> {
    const known = typeof command === 'string' ? await findByCommand(pool, command) : null
    return known ?? findRival(pool, name.normal)
  }

  async function isSameRequest(earlier: Credential, request: RegistrationRequest): Promise<boolean> {
    if (earlier.registration.requestHash !== requestHashOf(request) || !isNameOf(earlier, request.name)) return false
    // an admin who asks again is not told whether this is the password that its owner has chosen since
    if (request.draft === null && (await hasNewPassword(earlier))) return true
    return passwords.verify(earlier.passwordHash, request.password, request.turn)
  }

  const hasNewPassword = async ({ accountId }: Credential): Promise<boolean> =>
    (await accounts.read(accountId)).changedPassword !== undefined

  /** The id of the claimed account, or null where name or command were claimed meanwhile. */
  async function claimFor(request: RegistrationRequest, passwordHash: string): Promise<string | null> {
    const { role, openedBy, ageAttested, actor, session, correlation, reason, amountCents } = request
    const secrets = {
      usernameNormal: request.name.normal,
      usernameSalt: newSalt(),
      passwordHash,
      passwordSalt: newSalt(),
    }
    const requestHash = requestHashOf(request)
    const commitments = commitmentsOf(secrets)
    const registration: PendingRegistration = {
      command: commandIdOf(request, commitments.username),
      // the name is part of what is hashed, and stored in events
      hash: hashCommand({ asked: requestHash, ...commitments }),
      requestHash,
      role,
      openedBy,
      ageAttested,
      actor,
      session,
      correlation,
      reason,
      amountCents,
      transfer: request.fundedBy === null ? null : { id: randomId(), ...request.fundedBy },
    }
    const accountId = randomId()
    const { mustChangePassword = false } = request
    const claimed = { accountId, username: request.name.shown, ...secrets, mustChangePassword, registration }
    return inTransaction(pool, async (client) => {
      if (!(await claimName(client, claimed))) return null
      if (request.draft !== null) await insertSession(client, accountId, request.draft, passwordHash)
      return accountId
    })
  }

  /** Steps 2 to 4, by one process at a time. Null where there is nothing to complete any more. */
  function complete(
    accountId: string,
    how: { repeated: boolean; skip?: boolean },
  ): Promise<RegistrationOutcome | null> {
    return inTransaction(pool, async (client) => {
      await client.query(`set local lock_timeout = '15s'`)
      const credential = await lockRegistration(client, accountId, { skip: how.skip ?? false })
      if (credential === null) return null
      if (credential.status === 'active') return bornBefore(credential)
      const outcome = await bear(credential, how)
      if (outcome.accepted) await activateAccount(client, accountId)
      else await releaseName(client, accountId)
      return outcome
    })
  }

  async function bear(credential: Credential, { repeated }: { repeated: boolean }): Promise<RegistrationOutcome> {
    if (repeated && (await isOpened(credential.accountId))) return bornBefore(credential)
    const sent = await send(credential, repeated)
    if (sent !== null && !sent.accepted) return { accepted: false, taken: false, refusal: sent.refusal }
    const opened = await openAccount(credential, sent?.event ?? null)
    if (!opened.accepted) {
      if (sent === null) return { accepted: false, taken: false, refusal: opened.refusal }
      await takeBack(credential, sent.event)
      return { accepted: false, taken: false, refusal: opened.refusal, recorded: true }
    }
    return registered(credential, opened, sent?.balanceCents ?? null, repeated)
  }

  const isOpened = async (accountId: string): Promise<boolean> => (await accounts.read(accountId)).opened !== null

  type Sent = { accepted: true; event: string | null; balanceCents: number } | { accepted: false; refusal: Refusal }

  async function send(credential: Credential, repeated: boolean): Promise<Sent | null> {
    const { transfer, command } = credential.registration
    if (transfer === null) return null
    if (repeated) {
      // sent so long ago that the command is forgotten: it must not be sent again
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

  function openAccount(credential: Credential, causation: string | null): Promise<Outcome<AccountEvent>> {
    return accounts.execute(credential.accountId, openCommand(credential), metaOf(credential, causation))
  }

  /** An opening that the ledger refuses after the money left: it goes back to its sender. */
  async function takeBack(credential: Credential, causation: string | null): Promise<void> {
    const { id, sender } = credential.registration.transfer!
    const meta = metaOf(credential, causation)
    const command = { id, hash: hashCommand({ type: 'ReturnTransfer', transfer: id }) }
    await accounts.execute(sender, { type: 'ReturnTransfer', transfer: id }, { ...meta, command })
  }

  /** The first answer again, as far as the ledger's streams remember it. */
  async function bornBefore(credential: Credential): Promise<Registered> {
    const { transfer, command } = credential.registration
    let senderBalanceCents: number | null = null
    if (transfer !== null) {
      const sender = await accounts.read(transfer.sender)
      senderBalanceCents = sender.commands.get(command)?.balanceCents ?? sender.floatCents
    }
    const state = await accounts.read(credential.accountId)
    if (state.commands.has(command)) {
      const opened = await openAccount(credential, null)
      if (opened.accepted) return registered(credential, opened, senderBalanceCents, true)
    }
    return {
      accepted: true,
      accountId: credential.accountId,
      repeated: true,
      position: null,
      hash: null,
      balanceCents: balanceCents(state),
      passwordHash: credential.passwordHash,
      senderBalanceCents,
    }
  }

  const metaOf = (credential: Credential, causation: string | null): CommandMeta => ({
    actor: credential.registration.actor,
    session: credential.registration.session,
    command: { id: credential.registration.command, hash: credential.registration.hash },
    correlation: credential.registration.correlation,
    causation,
    at: businessNow().toISOString(),
    reason: credential.registration.reason,
  })

  async function finishInterrupted(
    olderThanMs = INTERRUPTED_AFTER_MS,
  ): Promise<{ finished: number; released: number }> {
    const done = { finished: 0, released: 0 }
    await eachOf(await interruptedRegistrations(pool, olderThanMs, SWEEP_AT_ONCE), async (accountId) => {
      const outcome = await complete(accountId, { repeated: true, skip: true })
      if (outcome === null) return
      if (outcome.accepted) done.finished += 1
      else done.released += 1
    })
    return done
  }

  async function finishOpened(accountId: string): Promise<'finished' | 'not opened'> {
    if (!(await isOpened(accountId))) return 'not opened'
    await activateAccount(pool, accountId)
    return 'finished'
  }

  return { register, finishInterrupted, finishOpened }
}

const isNameOf = ({ usernameNormal }: Credential, { normal, former }: UserName): boolean =>
  usernameNormal === normal || usernameNormal === former

/** A stranger's key is compared with that of whoever has the name; whoever has a look of it is somebody else. */
function isSameCommand(earlier: Credential, { command, name }: RegistrationRequest): boolean {
  if (typeof command === 'string') return earlier.registration.command === command
  return isNameOf(earlier, name) && earlier.registration.command === command(commitmentsOf(earlier).username)
}

const takenBy = (rival: Credential, name: UserName): RegistrationOutcome => ({
  accepted: false,
  taken: isNameOf(rival, name) ? 'name' : 'look',
})

const refused = (code: 'key_reused'): RegistrationOutcome => ({ ...refuse(code), taken: false })

const registered = (
  credential: Credential,
  opened: Accepted<AccountEvent>,
  senderBalanceCents: number | null,
  repeated: boolean,
): Registered => ({
  accepted: true,
  accountId: credential.accountId,
  repeated,
  position: opened.position,
  hash: opened.hash,
  balanceCents: opened.balanceCents,
  passwordHash: credential.passwordHash,
  senderBalanceCents,
})
