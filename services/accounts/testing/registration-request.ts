// Registration requests for tests.
import { randomId } from '#services/commands/command-id.ts'
import type { RegistrationRequest } from '../registration/registration-request.ts'

/** A bettor who signs up, under a new command each time. */
export const signUpRequest = (
  name: RegistrationRequest['name'],
  changes: Partial<RegistrationRequest> = {},
): RegistrationRequest => ({
  command: randomId(),
  name,
  password: 'harbour tide',
  role: 'user',
  openedBy: 'sign-up',
  ageAttested: true,
  actor: { id: 'sign-up', role: 'system' },
  session: null,
  correlation: randomId(),
  reason: null,
  amountCents: 0,
  fundedBy: null,
  draft: null,
  ...changes,
})
