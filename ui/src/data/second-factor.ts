// GET /api/account/second-factor and the calls below it: the signed-in user's own second factor.
import { queryOptions } from '@tanstack/react-query'
import type {
  RecoveryCodes,
  SecondFactorBegun,
  SecondFactorProof,
  SecondFactorStatus,
} from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

const PATH = '/api/account/second-factor'

export const secondFactorQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'second-factor'],
    queryFn: ({ signal }) => request<SecondFactorStatus>(PATH, { signal }),
  })

export const beginSecondFactor = (password: string): Promise<SecondFactorBegun> =>
  request(`${PATH}/begin`, { body: { password } })

export const confirmSecondFactor = (
  body: { readonly factor: string; readonly code: string },
  idempotencyKey: string,
): Promise<RecoveryCodes> => request(`${PATH}/confirm`, { body, idempotencyKey })

export const renewRecoveryCodes = (body: SecondFactorProof, idempotencyKey: string): Promise<RecoveryCodes> =>
  request(`${PATH}/recovery-codes`, { body, idempotencyKey })

export async function disableSecondFactor(body: SecondFactorProof, idempotencyKey: string): Promise<void> {
  await request(`${PATH}/disable`, { body, idempotencyKey })
}
