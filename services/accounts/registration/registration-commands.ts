// The commands of a registration, derived from the claim of the name, so that every attempt sends the same ones.
import { hashCommand } from '#services/commands/command-id.ts'
import { type Credential, commitmentsOf, type PendingRegistration } from '../credentials.ts'
import type { RegistrationRequest } from './registration-request.ts'

/**
 * What repeated requests are compared by: everything except the name, the password, and what the house grants at
 * sign-up.
 */
export const requestHashOf = ({ role, openedBy, ageAttested, amountCents, fundedBy }: RegistrationRequest): string =>
  hashCommand({
    type: 'open',
    role,
    openedBy,
    ageAttested,
    amountCents: openedBy === 'sign-up' ? 0 : amountCents,
    fundedBy,
  })

export const commandIdOf = ({ command }: RegistrationRequest, usernameCommitment: string): string =>
  typeof command === 'string' ? command : command(usernameCommitment)

export const depositCommand = (credential: Credential, transfer: NonNullable<PendingRegistration['transfer']>) =>
  ({
    type: 'Deposit',
    transfer: transfer.id,
    to: credential.accountId,
    amountCents: transfer.amountCents,
    purpose: 'create-user',
  }) as const

/** The float that a plain admin wants for a new admin; drawn from the treasury once the account exists. In cents. */
export const drawnCents = ({ role, actor, amountCents }: PendingRegistration): number =>
  role === 'admin' && actor.role === 'admin' ? amountCents : 0

export function openCommand(credential: Credential) {
  const { role, openedBy, ageAttested, amountCents, transfer } = credential.registration
  const commitments = commitmentsOf(credential)
  if (role !== 'user') {
    const floatCents = amountCents - drawnCents(credential.registration)
    return { type: 'CreateAdmin', role, ...commitments, openedBy, floatCents } as const
  }
  const receive =
    transfer === null
      ? null
      : {
          transfer: transfer.id,
          sender: transfer.sender,
          amountCents: transfer.amountCents,
          purpose: 'create-user' as const,
        }
  return {
    type: 'OpenAccount',
    role,
    ...commitments,
    openedBy,
    ageAttested,
    welcomeGrantCents: amountCents,
    receive,
  } as const
}
