import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metaBy } from '#services/commands/testing/meta.ts'
import { BalanceUpdated, Dashboard, UserCreated } from '#services/contract/contract.ts'
import { newId, newName, type Person, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

describe('POST /api/admin/dashboard', () => {
  let product: TestProduct
  let root: Person
  beforeAll(async () => {
    product = await startTestProduct()
    root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  })
  afterAll(() => product.close())

  const dashboard = async (token: string, query = '') => {
    const { status, text } = await product.call(`/api/admin/dashboard${query}`, { token })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return Dashboard.parse(JSON.parse(text))
  }

  test('is for admins', async () => {
    const bettor = await product.signUp()
    for (const method of ['GET', 'POST']) {
      const raw = method === 'POST' ? { raw: '{}' } : {}
      const anonymous = await product.call('/api/admin/dashboard', { method, ...raw })
      expect([anonymous.status, anonymous.body]).toEqual([401, { code: 'unauthorized', error: 'Unauthorized' }])
      const { status, body } = await product.call('/api/admin/dashboard', { method, token: bettor.token, ...raw })
      expect([status, body]).toEqual([403, { code: 'not_an_admin', error: 'Unauthorized: Admin access required' }])
    }
  })

  test('the super admin starts with nothing, and has that role', async () => {
    expect(root.user).toMatchObject({ is_admin: true, balance: '0.00' })
    expect((await dashboard(root.token)).role).toBe('super-admin')
  })

  describe('createUserAsAdmin', () => {
    test('adds an admin with a float from the treasury', async () => {
      const admin = await product.anAdmin(20_000)
      expect(admin.user).toMatchObject({ is_admin: true, balance: '20000.00' })
      expect((await dashboard(admin.token)).role).toBe('admin')
      // another session wrote it, so this one sees it only when the projector has folded it
      await until(async () => (await dashboard(admin.token)).currentAdminBalance === 20_000)
    })

    test('admins may add admins', async () => {
      const admin = await product.anAdmin(0)
      const made = await product.admin(admin.token, {
        action: 'createUserAsAdmin',
        adminUsername: newName(),
        adminPassword: 'harbour tide',
        adminBalance: 0.5,
      })
      expect(UserCreated.parse(made.body)).toMatchObject({ message: 'Admin added successfully', adminBalance: 0 })
    })
  })

  test('the name of an office is allowed for an admin but not for a bettor; the product’s own name for nobody', async () => {
    const add = (adminUsername: string) =>
      product.admin(root.token, {
        action: 'createUserAsAdmin',
        adminUsername,
        adminPassword: 'harbour tide',
        adminBalance: 0,
      })
    const reserved = { status: 400, body: { code: 'username_reserved', error: 'Username is reserved' } }
    const user = { action: 'createUser', username: 'Support', password: 'harbour tide', initialBalance: 0 }
    expect(await product.admin(root.token, user)).toMatchObject(reserved)
    expect((await add('Support')).status).toBe(200)
    expect(await add('System')).toMatchObject(reserved)
  })

  describe('createUser', () => {
    test('pays the user from the float', async () => {
      const admin = await product.anAdmin(500)
      const username = newName()
      const made = await product.admin(admin.token, {
        action: 'createUser',
        username,
        password: 'harbour tide',
        initialBalance: 100.1,
      })
      expect(made.status).toBe(200)
      expect(UserCreated.parse(made.body)).toMatchObject({ message: 'User created successfully', adminBalance: 399.9 })
      expect(made.headers.get('x-ledger-position')).toBe(made.body.position)
      const shown = await dashboard(admin.token)
      expect(shown.users[0]).toMatchObject({
        id: made.body.userId,
        username,
        balance: '100.10',
        admin_creator: admin.user.username,
        email: null,
        is_blocked: false,
      })
      expect(shown.userStats[0]).toMatchObject({ username, totalBets: 0, avgBet: 0 })
      expect(shown.currentAdminBalance).toBe(399.9)
      expect((await product.signIn(username, 'harbour tide')).user.balance).toBe('100.10')
    })

    test('with a balance of 0 needs no float', async () => {
      const { body } = await product.admin(root.token, {
        action: 'createUser',
        username: newName(),
        password: 'harbour tide',
        initialBalance: 0,
      })
      expect(UserCreated.parse(body).adminBalance).toBe(0)
    })

    test('is refused if the float falls short, and leaves the name free', async () => {
      const admin = await product.anAdmin(10)
      const body = { action: 'createUser', username: newName(), password: 'harbour tide', initialBalance: 10.01 }
      const refused = await product.admin(admin.token, body)
      expect([refused.status, refused.body]).toEqual([
        409,
        { code: 'float_too_small', error: 'Insufficient admin balance' },
      ])
      expect((await product.admin(admin.token, { ...body, initialBalance: 10 })).status).toBe(200)
    })

    test('the same request at once and later creates one user and pays once', async () => {
      const admin = await product.anAdmin(500)
      const body = { action: 'createUser', username: newName(), password: 'harbour tide', initialBalance: 100 }
      const headers = { 'idempotency-key': newId() }
      const ask = () => product.admin(admin.token, body, { headers })
      const replies = await Promise.all(Array.from({ length: 6 }, ask))
      replies.push(await ask())
      expect(replies.map((reply) => reply.status)).toEqual(Array(7).fill(200))
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
      expect((await dashboard(admin.token)).currentAdminBalance).toBe(400)
      const other = await product.admin(admin.token, { ...body, initialBalance: 50 }, { headers })
      expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
      const another = await product.admin(admin.token, { ...body, username: newName() }, { headers })
      expect([another.status, another.body.code]).toEqual([409, 'key_reused'])
    })

    test('a taken name is refused', async () => {
      const bettor = await product.signUp()
      const { status, body } = await product.admin(root.token, {
        action: 'createUser',
        username: bettor.user.username,
        password: 'harbour tide',
        initialBalance: 0,
      })
      expect([status, body.code]).toEqual([409, 'username_taken'])
    })

    test('twenty at once never spend more than the float', async () => {
      const admin = await product.anAdmin(50)
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const body = { action: 'createUser', username: newName(), password: 'harbour tide', initialBalance: 10 }
          return (await product.admin(admin.token, body)).status
        }),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(5)
      expect(statuses.filter((status) => status === 409)).toHaveLength(15)
      expect((await dashboard(admin.token)).currentAdminBalance).toBe(0)
    })
  })

  describe('updateBalance', () => {
    const update = (token: string, userId: string, amountToAdd: number, balanceType: string, key?: string) =>
      product.admin(
        token,
        { action: 'updateBalance', userId, amountToAdd, balanceType, reason: 'asked by telephone' },
        key === undefined ? {} : { headers: { 'idempotency-key': key } },
      )

    test('moves money both ways between float and wallet', async () => {
      const admin = await product.anAdmin(100)
      const bettor = await product.aBettor(admin, 10)
      const paid = await update(admin.token, bettor.user.id, 50.5, 'deposit')
      expect(BalanceUpdated.parse(paid.body)).toMatchObject({ adminBalance: 39.5, userBalance: 60.5 })
      const back = await update(admin.token, bettor.user.id, -20.25, 'withdraw')
      expect(BalanceUpdated.parse(back.body)).toMatchObject({ adminBalance: 59.75, userBalance: 40.25 })
      const shown = await dashboard(admin.token)
      expect([shown.currentAdminBalance, shown.users[0]!.balance]).toEqual([59.75, '40.25'])
    })

    test('refuses a sign that contradicts the type, and moves nothing', async () => {
      const admin = await product.anAdmin(100)
      const bettor = await product.aBettor(admin, 10)
      for (const [amount, type] of [
        [0.25, 'withdraw'],
        [-0.25, 'deposit'],
      ] as const) {
        const { status, body } = await update(admin.token, bettor.user.id, amount, type)
        expect([status, body]).toEqual([
          400,
          { code: 'amount_sign_wrong', error: 'A deposit is a positive amount, a withdrawal a negative one.' },
        ])
      }
      const { accounts } = product.services
      expect((await accounts.read(admin.user.id)).floatCents).toBe(9_000)
      expect((await accounts.read(bettor.user.id)).walletCents).toBe(1_000)
    })

    test('refuses more than there is', async () => {
      const admin = await product.anAdmin(10)
      const bettor = await product.aBettor(admin, 5)
      const tooMuch = await update(admin.token, bettor.user.id, 5.01, 'deposit')
      expect([tooMuch.status, tooMuch.body]).toEqual([
        409,
        { code: 'float_too_small', error: 'Insufficient admin balance' },
      ])
      const tooLittle = await update(admin.token, bettor.user.id, -5.01, 'withdraw')
      expect([tooLittle.status, tooLittle.body]).toEqual([
        409,
        { code: 'balance_too_small', error: 'Insufficient balance' },
      ])
    })

    test('pays once under one key', async () => {
      const admin = await product.anAdmin(100)
      const bettor = await product.aBettor(admin, 0)
      const key = newId()
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => update(admin.token, bettor.user.id, 10, 'deposit', key)),
      )
      expect(replies.map(({ status, body }) => [status, body.adminBalance, body.userBalance])).toEqual(
        Array(10).fill([200, 90, 10]),
      )
      const { body } = await update(admin.token, bettor.user.id, 11, 'deposit', key)
      expect(body.code).toBe('key_reused')
    })

    test('admins have no wallet', async () => {
      const [one, two] = [await product.anAdmin(100), await product.anAdmin(0)]
      expect((await update(one.token, two.user.id, 10, 'deposit')).body.code).toBe('account_missing')
    })

    test('the text of a reason is not in the ledger, its commitment is', async () => {
      const admin = await product.anAdmin(100)
      const bettor = await product.aBettor(admin, 0)
      await update(admin.token, bettor.user.id, 10, 'deposit')
      const sent = (await product.events('TransferSent')).at(-1)!
      expect(sent.body).not.toContain('telephone')
      const { meta } = JSON.parse(sent.body)
      expect(meta.reason.code).toBe('by-admin')
      const { rows } = await product.services.pool.query('select text from app.reason_text where commitment = $1', [
        meta.reason.text,
      ])
      expect(rows).toEqual([{ text: 'asked by telephone' }])
      const received = JSON.parse((await product.events('TransferReceived')).at(-1)!.body)
      expect(received.meta.causation).toBe(`${sent.stream}@${sent.version}`)
      expect(received.meta.correlation).toBe(meta.correlation)
      expect(received.meta.actor).toEqual({ id: 'transfers', role: 'system' })
    })
  })

  describe('blockUser, unblockUser', () => {
    const act = (token: string, action: string, targetUsername: string) =>
      product.admin(token, { action, targetUsername })

    test('blocks and unblocks by name, in any case', async () => {
      const bettor = await product.signUp()
      const { username } = bettor.user
      const blocked = await act(root.token, 'blockUser', username.toUpperCase())
      const position = expect.any(String)
      expect([blocked.status, blocked.body]).toEqual([
        200,
        { success: true, message: `${username} has been blocked`, position },
      ])
      expect(blocked.headers.get('x-ledger-position')).toBe(blocked.body.position)
      expect((await dashboard(root.token)).users[0]).toMatchObject({ username, is_blocked: true })
      const again = await act(root.token, 'blockUser', username)
      const nothing = { success: true, message: 'It is so already: nothing has changed', position: '' }
      expect([again.status, again.body]).toEqual([200, nothing])
      const unblocked = await act(root.token, 'unblockUser', username)
      expect(unblocked.body.message).toBe(`${username} has been unblocked`)
      expect((await act(root.token, 'unblockUser', username)).body).toEqual(nothing)
      expect((await dashboard(root.token)).users[0]).toMatchObject({ username, is_blocked: false })
    })

    test('is refused for super admins and for oneself', async () => {
      const admin = await product.anAdmin(0)
      const other = await product.anAdmin(0)
      expect((await act(admin.token, 'blockUser', root.user.username)).body).toEqual({
        code: 'super_admin_protected',
        error: 'Super admins cannot be blocked',
      })
      expect((await act(admin.token, 'blockUser', admin.user.username)).body.code).toBe('own_account')
      expect((await act(admin.token, 'blockUser', other.user.username)).status).toBe(200)
    })

    test('a blocked admin cannot act any more, even if a session is left', async () => {
      const admin = await product.anAdmin(100)
      const bettor = await product.aBettor(admin, 0)
      const { accounts } = product.services
      await accounts.execute(admin.user.id, { type: 'BlockUser' }, metaBy({ id: root.user.id, role: 'super-admin' }))
      const { status } = await act(admin.token, 'blockUser', bettor.user.username)
      expect([401, 403]).toContain(status)
    })
  })
})
