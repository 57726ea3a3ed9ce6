// A phone with an authenticator app, for tests.
import { TOTP } from 'otpauth'
import type { Person, Reply, TestProduct } from './product.ts'

export type Phone = {
  readonly recoveryCodes: readonly string[]
  readonly secret: string
  /**
   * A code that has not been used: of the previous, the current or the next time step. At most three while the
   * product's clock stands still.
   */
  code(): string
}

export function codesOf({ services: { clock } }: Pick<TestProduct, 'services'>, secret: string): () => string {
  let last = 0
  return () => {
    const step = Math.floor(clock.systemNow().getTime() / 30_000)
    last = Math.max(last + 1, step - 1)
    return new TOTP({ secret }).generate({ timestamp: last * 30_000 })
  }
}

export async function beginFactor(product: TestProduct, person: Person) {
  const path = '/api/account/second-factor/begin'
  const { body } = await product.call(path, { token: person.token, body: { password: person.password } })
  const { factor, secret, uri } = body as { factor: string; secret: string; uri: string }
  return { factor, secret, uri, code: codesOf(product, secret) }
}

/** Sets up a second factor for a signed-in person. */
export async function setUpFactor(product: TestProduct, person: Person): Promise<Phone> {
  const { factor, secret, code } = await beginFactor(product, person)
  const reply = await product.call('/api/account/second-factor/confirm', {
    token: person.token,
    body: { factor, code: code() },
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return { recoveryCodes: reply.body.recoveryCodes as string[], secret, code }
}

/** The first step of a sign-in, with the right password; returns the challenge. */
export async function challengeFor(product: TestProduct, { user, password }: Person): Promise<string> {
  const { status, body, text } = await product.auth({ action: 'signin', username: user.username, password })
  if (status !== 401 || body.code !== 'second_factor_required') throw new Error(text)
  return body.challenge as string
}

export const secondStep = (product: TestProduct, challenge: string, code: string): Promise<Reply> =>
  product.auth({ action: 'second-factor', challenge, code })
