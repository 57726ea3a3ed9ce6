// What the security log says about people, and what it never says.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import { ATTEMPT_LIMITS } from '../limits/attempts.ts'
import { newName, type Person, startTestProduct, type TestProduct } from '../testing/product.ts'
import { createSecurityLog, type SecurityLog } from './security-log.ts'

type Line = Record<string, unknown>

describe('lines', () => {
  let at = 0
  let lines: Line[] = []
  let log: SecurityLog
  const pseudonyms = createPseudonyms(randomBytes(32))
  beforeEach(() => {
    at = 0
    lines = []
    log?.close()
    log = createSecurityLog({ write: (line) => void lines.push(JSON.parse(line)) }, pseudonyms, () => at)
  })
  const fail = (name: string, ip = '192.0.2.1') =>
    log.record('authn_login_fail', { ip }, { name, code: 'credentials_wrong' })

  test('names and addresses are written as stable pseudonyms', () => {
    fail('anna')
    fail('anna', '192.0.2.2')
    fail('bert')
    const [one, two, three] = lines
    expect(one).toEqual({
      level: 'info',
      log: 'security',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      event: 'authn_login_fail',
      code: 'credentials_wrong',
      name: pseudonyms.name('anna').toString('hex'),
      address: pseudonyms.network('192.0.2.1').toString('hex'),
    })
    expect(two!.name).toBe(one!.name)
    expect(two!.address).not.toBe(one!.address)
    expect(three!.name).not.toBe(one!.name)
    expect(three!.address).toBe(one!.address)
    expect(JSON.stringify(lines)).not.toMatch(/anna|bert|192\.0\.2/)
  })

  test('a flood is limited to sixty lines a minute and a count, and hides no other event', () => {
    for (let n = 0; n < 1_000; n++) fail(`name ${n}`)
    log.record('authn_login_success', { ip: '192.0.2.1' }, { account: 'a' })
    expect(lines.map(({ event }) => event)).toEqual([...Array(60).fill('authn_login_fail'), 'authn_login_success'])
    at = 60_000
    fail('anna')
    expect(lines.slice(61)).toEqual([
      expect.objectContaining({ event: 'authn_login_fail', suppressed: 940 }),
      expect.objectContaining({ event: 'authn_login_fail', code: 'credentials_wrong' }),
    ])
    at = 120_000
    fail('anna')
    expect(lines).toHaveLength(64)
  })

  test('what was left out is reported at the end', () => {
    for (let n = 0; n < 70; n++) fail('anna')
    log.close()
    expect(lines.at(-1)).toMatchObject({ event: 'authn_login_fail', suppressed: 10 })
  })
})

describe('over HTTP', () => {
  let product: TestProduct
  let admin: Person
  let bettor: Person
  let read = 0
  beforeAll(async () => {
    product = await startTestProduct({ attemptLimits: { ...ATTEMPT_LIMITS, holdMs: 0, signUpsByName: 1 } })
    admin = await product.anAdmin(100)
    bettor = await product.aBettor(admin, 0)
  })
  afterAll(() => product.close())
  beforeEach(() => {
    read = product.securityLog.length
  })
  /** The lines since the test began, without the time and the address's pseudonym. */
  const said = (): Line[] =>
    product.securityLog.slice(read).map((line) => {
      const { level: _, time: __, log, address, ...rest } = JSON.parse(line)
      expect(log).toBe('security')
      expect(address).toBe(product.services.pseudonyms.network('127.0.0.1').toString('hex'))
      return rest
    })
  const nameOf = (username: string) => product.services.pseudonyms.name(username.toLowerCase()).toString('hex')
  const route = 'POST /api/auth/auth'

  test('sign-ins and failed ones', async () => {
    const { username, id } = bettor.user
    await product.auth({ action: 'signin', username, password: 'my secret mistake' })
    await product.auth({ action: 'signin', username: '?', password: 'password' })
    await product.signIn(username, bettor.password)
    const code = 'credentials_wrong'
    expect(said()).toEqual([
      { event: 'authn_login_fail', code, route, name: nameOf(username) },
      { event: 'authn_login_fail', code, route },
      { event: 'authn_login_success', account: id, name: nameOf(username) },
    ])
  })

  test('attempts that are slowed down', async () => {
    const username = newName()
    for (let n = 0; n < 11; n++) await product.auth({ action: 'signin', username, password: 'a guess' })
    expect(said().at(-1)).toEqual({
      event: 'authn_login_throttled',
      code: 'rate_limited',
      route,
      name: nameOf(username),
      retryAfterS: 1,
    })
    const body = { action: 'signup', username, password: 'harbour tide', adult: true }
    await product.auth(body)
    await product.auth(body)
    expect(said().at(-1)).toMatchObject({ event: 'excess_rate_limit_exceeded', code: 'rate_limited', route })
  })

  test('who is refused for their role', async () => {
    await product.call('/api/admin/dashboard', { token: bettor.token })
    expect(said()).toEqual([
      { event: 'authz_fail', code: 'not_an_admin', route: 'GET /api/admin/dashboard', account: bettor.user.id },
    ])
  })

  test('who is created, blocked and signed out, and by whom', async () => {
    const person = await product.signUp()
    const { username, id: account } = person.user
    const by = admin.user.id
    await product.admin(admin.token, { action: 'blockUser', targetUsername: username })
    await product.auth({ action: 'signin', username, password: person.password })
    await product.admin(admin.token, { action: 'unblockUser', targetUsername: username })
    const other = await product.aBettor(admin, 0)
    await product.auth({ action: 'signout' }, { token: other.token })
    const name = nameOf(username)
    const correlationOf = async (type: string, of: string) => {
      const event = (await product.events(type)).find(({ stream }) => stream === `account-${of}`)
      return (JSON.parse(event!.body) as { meta: { correlation: string } }).meta.correlation
    }
    const signedUp = await correlationOf('AccountOpened', account)
    const made = await correlationOf('AccountOpened', other.user.id)
    const blocked = await correlationOf('AccountBlocked', account)
    const unblocked = await correlationOf('AccountUnblocked', account)
    expect([signedUp, made, blocked, unblocked]).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
    expect(said()).toEqual([
      { event: 'user_created', account, name, role: 'user', correlation: signedUp },
      { event: 'user_blocked', account, by, correlation: blocked },
      { event: 'authn_login_fail', code: 'account_blocked', route, name },
      { event: 'user_unblocked', account, by, correlation: unblocked },
      { event: 'user_created', account: other.user.id, by, role: 'user', correlation: made },
      { event: 'authn_login_success', account: other.user.id, name: nameOf(other.user.username) },
      { event: 'authn_logout', account: other.user.id },
    ])
  })

  test('no name, password, token or address is ever in it', () => {
    const all = product.securityLog.join('')
    const { username } = bettor.user
    for (const secret of [username, admin.user.username, bettor.password, bettor.token, 'my secret', '127.0.0.1']) {
      expect(all).not.toContain(secret)
    }
  })
})
