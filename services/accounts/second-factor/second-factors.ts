// The second factor of an account: a secret in an app, and recovery codes that stand in for it. Secrets and codes are
// rows that are written before the event that puts them in force. The ledger alone says which are in force
// (docs/decisions/0049), so no step follows the event that a crash could leave undone.
import type pg from 'pg'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { Accounts } from '../accounts.ts'
import { commitment, newSalt } from '../commitments.ts'
import {
  invitationOf,
  isAppCode,
  newRecoveryCode,
  newSecret,
  plainCode,
  RECOVERY_CODES,
  recoveryCodeHash,
  stepOf,
} from './codes.ts'
import type { Sealing } from './sealing.ts'
import {
  countRecoveryCodes,
  deleteObsolete,
  findSecret,
  insertAuthenticator,
  insertRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from './second-factor-rows.ts'

/** `code`: as typed, of an app or a recovery code. */
export type CodeRequest = { readonly accountId: string; readonly code: string; readonly meta: CommandMeta }

type Refused = { readonly accepted: false; readonly refusal: Refusal | 'code_wrong' }
/** The recovery codes are stored nowhere, and shown only this once. */
export type WithCodes = { readonly accepted: true; readonly recoveryCodes: readonly string[] } | Refused
export type Changed = { readonly accepted: true } | Refused

export type SecondFactors = {
  /** Number of recovery codes left; null without a second factor. */
  status(accountId: string): Promise<{ readonly recoveryCodesLeft: number } | null>
  /**
   * Makes a secret for an app, valid for an hour; `factor` identifies it. If there is already a second factor,
   * `confirm` refuses.
   */
  begin(accountId: string, username: string): Promise<{ factor: string; secret: string; uri: string }>
  /** Puts it in force, given the right code of the app. */
  confirm(request: CodeRequest & { readonly factor: string }): Promise<WithCodes>
  /** Replaces the recovery codes; old ones no longer work. */
  renewCodes(request: CodeRequest): Promise<WithCodes>
  /** Succeeds if there is none. */
  disable(request: CodeRequest): Promise<Changed>
  /**
   * Checks a code of the account, and spends it: each counts once, and after a code of an app only later ones count.
   * Returns the factor that it proves, or null.
   */
  prove(accountId: string, code: string): Promise<string | null>
}

type Deps = {
  readonly pool: pg.Pool
  readonly accounts: Accounts
  readonly sealing: Sealing
  /** In system time, because phones know nothing of business time. */
  readonly systemNow: () => Date
}

const placeOf = (accountId: string): string => `second factor of ${accountId}`
const CODE_WRONG = { accepted: false, refusal: 'code_wrong' } as const

export function createSecondFactors({ pool, accounts, sealing, systemNow }: Deps): SecondFactors {
  const inForceOf = async (accountId: string) => (await accounts.read(accountId)).secondFactor

  /** Whether it is a code of this secret close to now that has not been spent. */
  async function spendAppCode(
    accountId: string,
    factor: string,
    sealed: Buffer | null,
    code: string,
  ): Promise<boolean> {
    const secret = sealed === null ? null : sealing.open(placeOf(accountId), sealed)
    const step = secret === null ? null : stepOf(secret, code, systemNow().getTime())
    return step !== null && spendStep(pool, factor, step)
  }

  async function prove(accountId: string, typed: string): Promise<string | null> {
    const inForce = await inForceOf(accountId)
    if (inForce === undefined) return null
    const { factor, recoveryCodes } = inForce
    const code = plainCode(typed)
    const isRight = isAppCode(code)
      ? await spendAppCode(accountId, factor, await findSecret(pool, accountId, factor), code)
      : await spendRecoveryCode(pool, recoveryCodes, recoveryCodeHash(code))
    return isRight ? factor : null
  }

  /** A repeated request has different recovery codes, so it is a different command: the first ones have been shown. */
  const execute = (accountId: string, command: AccountCommand, { command: { id }, ...meta }: CommandMeta) =>
    accounts.execute(accountId, command, { ...meta, command: { id, hash: hashCommand(command) } })

  async function makeRecoveryCodes(accountId: string) {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    const hashes = codes.map((code) => recoveryCodeHash(plainCode(code)))
    const salt = newSalt()
    const named = commitment(
      salt,
      hashes
        .map((hash) => hash.toString('hex'))
        .toSorted()
        .join(' '),
    )
    await insertRecoveryCodes(pool, accountId, { commitment: named, salt, hashes })
    return { codes, commitment: named }
  }

  return {
    async status(accountId) {
      const inForce = await inForceOf(accountId)
      return inForce === undefined ? null : { recoveryCodesLeft: await countRecoveryCodes(pool, inForce.recoveryCodes) }
    },

    async begin(accountId, username) {
      await deleteObsolete(pool, accountId, await inForceOf(accountId))
      const secret = newSecret()
      const sealed = sealing.seal(placeOf(accountId), secret)
      const salt = newSalt()
      const factor = commitment(salt, sealed.toString('base64'))
      await insertAuthenticator(pool, accountId, { commitment: factor, sealed, salt })
      return { factor, ...invitationOf(secret, username) }
    },

    async confirm({ accountId, factor, code: typed, meta }) {
      if ((await inForceOf(accountId)) !== undefined) return refuse('second_factor_set')
      const code = plainCode(typed)
      const sealed = await findSecret(pool, accountId, factor, { unconfirmed: true })
      if (!isAppCode(code) || !(await spendAppCode(accountId, factor, sealed, code))) return CODE_WRONG
      const { codes, commitment: recoveryCodes } = await makeRecoveryCodes(accountId)
      const outcome = await execute(accountId, { type: 'EnableSecondFactor', factor, recoveryCodes }, meta)
      return outcome.accepted ? { accepted: true, recoveryCodes: codes } : outcome
    },

    async renewCodes({ accountId, code, meta }) {
      const inForce = await inForceOf(accountId)
      if (inForce === undefined) return refuse('second_factor_missing')
      const factor = await prove(accountId, code)
      if (factor === null) return CODE_WRONG
      await deleteObsolete(pool, accountId, inForce)
      const { codes, commitment: recoveryCodes } = await makeRecoveryCodes(accountId)
      const outcome = await execute(accountId, { type: 'RenewRecoveryCodes', factor, recoveryCodes }, meta)
      return outcome.accepted ? { accepted: true, recoveryCodes: codes } : outcome
    },

    async disable({ accountId, code, meta }) {
      if ((await inForceOf(accountId)) === undefined) return { accepted: true }
      const factor = await prove(accountId, code)
      if (factor === null) return CODE_WRONG
      const outcome = await execute(accountId, { type: 'DisableSecondFactor', factor }, meta)
      return outcome.accepted ? { accepted: true } : outcome
    },

    prove,
  }
}
