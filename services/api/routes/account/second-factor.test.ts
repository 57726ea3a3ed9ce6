// The second factor: set up, asked for, used once, renewed, turned off, and removed by an admin.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeBody } from '#services/event-store/encoding.ts'
import { callAt, newId, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { beginFactor, challengeFor, codesOf, secondStep, setUpFactor } from '../../testing/second-factor.ts'

let product: TestProduct
let root: Person
beforeAll(async () => {
  // the clock stands still: otherwise a time step could end between two lines, and the previous code would be too old
  const now = new Date()
  product = await startTestProduct({ systemNow: () => now })
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
})
afterAll(() => product.close())

const own = (path: string, { token }: Pick<Person, 'token'>, body?: unknown) =>
  product.call(`/api/account/second-factor${path}`, { token, body })
const confirm = (person: Person, factor: string, code: string) => own('/confirm', person, { factor, code })
const isOpen = async (token: string) => (await product.call('/api/account/sessions', { token })).status === 200
const accountEvents = async ({ user }: Person, type: string) =>
  (await product.events(type)).filter(({ stream }) => stream.endsWith(user.id)).map(({ body }) => decodeBody(body))
const signInFully = async (person: Person, code: string) =>
  (await secondStep(product, await challengeFor(product, person), code)).body as { token: string; code?: string }

describe('setting up', () => {
  test('needs the password, and a code of the app before it takes effect', async () => {
    const person = await product.signUp()
    expect((await own('/begin', person, { password: 'another one' })).body.code).toBe('password_wrong')
    const { factor, uri, secret, code } = await beginFactor(product, person)
    expect(uri).toBe(
      `otpauth://totp/Fairbook:${person.user.username}?issuer=Fairbook&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await confirm(person, factor, '000000')).body.code).toBe('second_factor_wrong')
    expect((await confirm(person, 'f'.repeat(64), code())).body.code).toBe('second_factor_wrong')
    expect((await own('', person)).body).toEqual({ enabled: false, recoveryCodesLeft: null, required: false })
    await product.signIn(person.user.username, person.password)
    const done = await confirm(person, factor, code())
    expect(done.body.recoveryCodes).toHaveLength(10)
    expect(new Set(done.body.recoveryCodes as string[]).size).toBe(10)
    expect((await own('', person)).body).toEqual({ enabled: true, recoveryCodesLeft: 10, required: false })
    expect((await own('/begin', person, { password: person.password })).body.code).toBe('second_factor_set')
  })

  test('ends all other sessions, and is in the ledger by commitments alone', async () => {
    const person = await product.signUp()
    const elsewhere = await product.signIn(person.user.username, person.password)
    const { recoveryCodes, secret } = await setUpFactor(product, person)
    expect([await isOpen(person.token), await isOpen(elsewhere.token)]).toEqual([true, false])
    const [enabled] = await accountEvents(person, 'SecondFactorEnabled')
    expect(enabled!.meta.actor).toEqual({ id: person.user.id, role: 'user' })
    expect(enabled!.data).toEqual({
      factor: expect.stringMatching(/^[0-9a-f]{64}$/),
      recoveryCodes: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { rows } = await product.services.pool.query('select secret from app.authenticator where account_id = $1', [
      person.user.id,
    ])
    const everything = JSON.stringify([await product.events(), rows, product.securityLog])
    for (const value of [secret, ...recoveryCodes]) expect(everything).not.toContain(value)
    expect(product.securityLog.some((line) => line.includes('authn_second_factor_set'))).toBe(true)
  })

  test('with somebody else’s secret is refused', async () => {
    const [one, two] = [await product.signUp(), await product.signUp()]
    const { factor, code } = await beginFactor(product, one)
    expect((await confirm(two, factor, code())).body.code).toBe('second_factor_wrong')
  })

  test('succeeds once if confirmed twice at the same moment', async () => {
    const person = await product.signUp()
    const begun = [await beginFactor(product, person), await beginFactor(product, person)]
    const replies = await Promise.all(begun.map(({ factor, code }) => confirm(person, factor, code())))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await accountEvents(person, 'SecondFactorEnabled')).toHaveLength(1)
  })
})

describe('signing in', () => {
  test('asks for a code, and opens no session before it', async () => {
    const person = await product.signUp()
    const phone = await setUpFactor(product, person)
    const { status, body } = await product.auth({
      action: 'signin',
      username: person.user.username,
      password: person.password,
    })
    expect([status, body]).toEqual([
      401,
      {
        error: 'Please enter a code from your app, or a recovery code.',
        code: 'second_factor_required',
        challenge: expect.any(String),
      },
    ])
    const challenge = body.challenge as string
    expect((await product.call('/api/account/sessions', { token: challenge })).status).toBe(401)
    expect((await secondStep(product, challenge, '123 456')).body.code).toBe('second_factor_wrong')
    expect((await secondStep(product, 'x'.repeat(60), phone.code())).body.code).toBe('challenge_expired')
    const done = await secondStep(product, challenge, phone.code())
    expect(done.body.user).toMatchObject({ id: person.user.id })
    expect(await isOpen(done.body.token as string)).toBe(true)
  })

  test('is not bypassed by repeating the sign-up', async () => {
    const username = `${newId().slice(0, 20)}`
    const body = { action: 'signup', username, password: 'player password', adult: true }
    const headers = { 'idempotency-key': newId() }
    const first = await product.auth(body, { headers })
    const person = { user: first.body.user, token: first.body.token, password: body.password } as Person
    await setUpFactor(product, person)
    expect((await product.auth(body, { headers })).body.code).toBe('second_factor_required')
  })

  test('has a challenge bound to the password that was right, and void once it changes', async () => {
    const person = await product.signUp()
    const phone = await setUpFactor(product, person)
    const challenge = await challengeFor(product, person)
    const newPassword = 'quite another one'
    const { body } = await product.auth(
      { action: 'change-password', oldPassword: person.password, newPassword },
      { token: person.token },
    )
    expect((await secondStep(product, challenge, phone.code())).body.code).toBe('challenge_expired')
    // the session continues as one that has shown the factor
    expect(await isOpen(body.token as string)).toBe(true)
  })

  test('law: a code of an app works once, even if sent several times at the same moment', async () => {
    const person = await product.signUp()
    const phone = await setUpFactor(product, person)
    const other = await product.another()
    try {
      const code = phone.code()
      const challenges = await Promise.all(Array.from({ length: 6 }, () => challengeFor(product, person)))
      const replies = await Promise.all(
        challenges.map((challenge, at) =>
          callAt([product.origin, other.origin][at % 2]!, '/api/auth/auth', {
            body: { action: 'second-factor', challenge, code },
          }),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403])
      // nor does an earlier code
      const before = codesOf(product, phone.secret)()
      expect((await secondStep(product, challenges[0]!, before)).body.code).toBe('second_factor_wrong')
    } finally {
      await other.close()
    }
  })

  test('law: each recovery code works once, in any order, however many try at once', async () => {
    const person = await product.signUp()
    const { recoveryCodes } = await setUpFactor(product, person)
    const challenge = await challengeFor(product, person)
    const used = new Set<string>()
    const spelling = fc.constantFrom(
      (code: string) => code,
      (code: string) => code.toLowerCase(),
      (code: string) => ` ${code.replaceAll('-', '')} `,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(9), spelling), { minLength: 1, maxLength: 4 }), async (tries) => {
        const replies = await Promise.all(
          tries.map(async ([at, spell]) => {
            const code = recoveryCodes[at]!
            return { code, status: (await secondStep(product, challenge, spell(code))).status }
          }),
        )
        for (const code of new Set(replies.map((one) => one.code))) {
          const opened = replies.filter((one) => one.code === code && one.status === 200)
          expect(opened).toHaveLength(used.has(code) ? 0 : 1)
          used.add(code)
        }
      }),
      { numRuns: 6 },
    )
    const left = 10 - used.size
    expect((await own('', person)).body).toMatchObject({ recoveryCodesLeft: left })
  })

  test('guesses are limited by account, wherever they come from', async () => {
    const strict = await startTestProduct({
      attemptLimits: {
        ...(await import('../../limits/attempts.ts')).ATTEMPT_LIMITS,
        codesByAccount: 3,
      },
    })
    try {
      const person = await strict.signUp()
      const phone = await setUpFactor(strict, person)
      const challenge = await challengeFor(strict, person)
      const guess = () => secondStep(strict, challenge, '000000')
      expect([(await guess()).status, (await guess()).status]).toEqual([403, 403])
      const { status, body, headers } = await guess()
      expect([status, body.code]).toEqual([429, 'rate_limited'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await secondStep(strict, challenge, phone.code())).status).toBe(429)
      // recovery codes cannot be guessed, so they still work
      expect((await secondStep(strict, challenge, phone.recoveryCodes[0]!)).status).toBe(200)
      expect(strict.securityLog.some((line) => line.includes('authn_second_factor_fail'))).toBe(true)
      const counted = async () =>
        (
          await strict.services.pool.query(
            `select sum(codes)::integer as codes, sum(refused)::integer as refused, sum(passwords)::integer as passwords
               from app.failed_sign_in where account_id = $1`,
            [person.user.id],
          )
        ).rows
      await expect.poll(counted).toEqual([{ codes: 2, refused: 2, passwords: 0 }])
    } finally {
      await strict.close()
    }
  })
})

describe('new recovery codes', () => {
  test('need password and code, and replace the old ones', async () => {
    const person = await product.signUp()
    const phone = await setUpFactor(product, person)
    const { password } = person
    const renew = (body: object) => own('/recovery-codes', person, body)
    expect((await renew({ password: 'another', code: phone.recoveryCodes[1] })).body.code).toBe('password_wrong')
    expect((await renew({ password, code: '000000' })).body.code).toBe('second_factor_wrong')
    const { body } = await renew({ password, code: phone.recoveryCodes[0] })
    const [renewed] = body.recoveryCodes as string[]
    expect((await signInFully(person, phone.recoveryCodes[1]!)).code).toBe('second_factor_wrong')
    expect(await isOpen((await signInFully(person, renewed!)).token)).toBe(true)
    expect(await accountEvents(person, 'RecoveryCodesRenewed')).toHaveLength(1)
  })
})

describe('turning it off', () => {
  test('needs password and code, and ends all other sessions', async () => {
    const person = await product.signUp()
    const phone = await setUpFactor(product, person)
    const elsewhere = await signInFully(person, phone.code())
    const { password } = person
    expect((await own('/disable', person, { password, code: '000000' })).body.code).toBe('second_factor_wrong')
    expect((await own('/disable', person, { password, code: '' })).body.code).toBe('fields_missing')
    expect((await own('/disable', person, { password, code: phone.recoveryCodes[0] })).body).toEqual({ success: true })
    expect([await isOpen(person.token), await isOpen(elsewhere.token)]).toEqual([true, false])
    expect(await isOpen((await product.signIn(person.user.username, password)).token)).toBe(true)
    expect(await accountEvents(person, 'SecondFactorDisabled')).toHaveLength(1)
  })
})

describe('a lost second factor', () => {
  const remove = (by: Person, target: Person, reason = 'lost the phone') =>
    product.admin(by.token, { action: 'removeSecondFactor', targetUsername: target.user.username, reason })

  test('is removed by a super admin, with a reason, and every session ends', async () => {
    const admin = await product.anAdmin(10)
    const person = await product.aBettor(admin, 1)
    await setUpFactor(product, person)
    expect((await remove(admin, person)).body.code).toBe('super_admin_required')
    expect((await remove(person, person)).body.code).toBe('not_an_admin')
    expect((await remove(root, person)).body.message).toBe(`Two-step sign-in removed for ${person.user.username}`)
    expect(await isOpen(person.token)).toBe(false)
    expect(await isOpen((await product.signIn(person.user.username, person.password)).token)).toBe(true)
    const [removed] = await accountEvents(person, 'SecondFactorRemoved')
    expect(removed!.meta).toMatchObject({
      actor: { id: root.user.id },
      reason: { code: 'by-admin', text: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  test('is not removed if there is none: nobody is signed out, and the ledger verifies', async () => {
    const admin = await product.anAdmin(10)
    const person = await product.aBettor(admin, 1)
    const refused = await remove(root, person)
    expect([refused.status, refused.body.code]).toEqual([409, 'second_factor_missing'])
    expect(await isOpen(person.token)).toBe(true)
    expect(await accountEvents(person, 'SecondFactorRemoved')).toEqual([])
  })

  test('cannot be removed by its owner in this way', async () => {
    expect((await remove(root, root)).body.code).toBe('own_account')
  })
})

describe('where admins must have a second factor', () => {
  test('an admin without one can only set it up, until that is done', async () => {
    const strict = await startTestProduct({ settings: { ADMIN_SECOND_FACTOR: 'required' } })
    try {
      const { username, password } = strict.superAdmin
      const { body } = await strict.auth({ action: 'signin', username, password })
      expect(body.secondFactorSetupRequired).toBe(true)
      const admin = { user: body.user, token: body.token, password } as Person
      const { token } = admin
      const calls = ['/api/admin/dashboard', '/api/account/sessions', '/api/stream?topics=admin', '/api/sports']
      const codes = async () => {
        const found = []
        for (const path of calls.slice(0, 3)) {
          if (path.includes('stream')) {
            const response = await fetch(`${strict.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
            found.push(response.status)
            await response.body?.cancel()
          } else found.push((await strict.call(path, { token })).status)
        }
        return found
      }
      expect(await codes()).toEqual([403, 403, 403])
      expect((await strict.call('/api/admin/dashboard', { token })).body.code).toBe('second_factor_setup_required')
      expect((await strict.auth({ action: 'refresh', username }, { token })).body.code).toBe(
        'second_factor_setup_required',
      )
      expect((await strict.auth({ action: 'verify-admin', token })).body.code).toBe('second_factor_setup_required')
      const phone = await setUpFactor(strict, admin)
      expect(await codes()).toEqual([200, 200, 200])
      const off = { token, body: { password, code: phone.code() } }
      expect((await strict.call('/api/account/second-factor/disable', off)).body.code).toBe('second_factor_duty')
      const again = await secondStep(strict, await challengeFor(strict, admin), phone.code())
      expect(again.body.secondFactorSetupRequired).toBeUndefined()
      // bettors need none
      const bettor = await strict.signUp()
      expect((await strict.call('/api/account/sessions', { token: bettor.token })).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})
