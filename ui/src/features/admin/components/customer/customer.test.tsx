import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListedUser } from '#services/contract/contract.ts'
import { setDisplaySetting } from '#ui/lib/display-settings.ts'
import { isOff } from '#ui/testing/is-off.ts'
import {
  aListedUser,
  asked,
  askedTotals,
  aTrailLine,
  expectStatus,
  open,
  resetServer,
  sent,
  serve,
  serverState,
} from '../../testing/admin.harness.tsx'
import { UsersPage } from '../users/users.tsx'

beforeEach(resetServer)
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a customer', () => {
  const openAda = async () => {
    const view = await open(<UsersPage />, '/admin/users')
    await view.user.click(await screen.findByRole('button', { name: /^ada/ }))
    await screen.findByRole('button', { name: 'Block User' })
    return view
  }
  const dialog = async () => within(await screen.findByRole('alertdialog'))

  it('is named in the browser’s tab, and the list again once closed', async () => {
    const { user } = await openAda()
    expect(document.title).toBe('ada · Users · Fairbook')
    await user.click(screen.getByRole('button', { name: 'Back to Users' }))
    await waitFor(() => expect(document.title).toBe('Users · Fairbook'))
  })

  it('shows name, email and money, and says what is missing', async () => {
    await openAda()
    expect(screen.getByText(/^created by System, .* · email: Not provided$/)).toBeShown()
    const figures = within(screen.getByRole('region', { name: 'Figures of the customer' }))
    expect(figures.getByText('Net deposits').nextSibling?.textContent).toBe('€130.00')
    expect(figures.getByText('€190.00 in, €60.00 out')).toBeShown()
    expect(figures.getByText('Result of 2 bets').nextSibling?.textContent).toBe('+€2.00')
    expect(await screen.findByText('request 211, paid in cash')).toBeShown()
  })

  describe('whose account is closing or closed', () => {
    const openEnding = async (changes: Partial<ListedUser>, role: 'admin' | 'super-admin' = 'super-admin') => {
      serverState.customer.role = role
      serverState.users = [
        aListedUser({ id: 'a'.repeat(32), username: 'ada', balance: '0.00', openBets: 0, ...changes }),
      ]
      const view = await open(<UsersPage />, `/admin/users?user=${'a'.repeat(32)}`)
      await screen.findByRole('tab', { name: 'Details' })
      return view
    }

    it('takes no more money once it is closing', async () => {
      await openEnding({ closing: true, balance: '65.00' })
      expect(screen.getByText(/^ada asked to close the account\./)).toBeShown()
      expect(screen.getAllByText('To be closed').length).toBeGreaterThan(0)
      expect(screen.queryByRole('button', { name: 'Deposit' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Withdraw' })).toBeShown()
      expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull()
    })

    it.each([
      [{}, 'Close account', 'Close the account of ada?', 'closeAccount'],
      [{ closed: true }, 'Erase personal data', 'Erase the personal data of ada?', 'erasePersonalData'],
    ] as const)('%j: is asked for and sent with a reason', async (changes, label, title, action) => {
      serve(() => HttpResponse.json({ success: true }))
      const { user } = await openEnding(changes)
      await user.click(screen.getByRole('button', { name: label }))
      const confirmation = await dialog()
      expect(confirmation.getByRole('heading').textContent).toBe(title)
      await user.click(confirmation.getByRole('button', { name: label }))
      expect(sent).toEqual([])
      await user.type(confirmation.getByLabelText('Reason'), 'a letter')
      await user.click(confirmation.getByRole('button', { name: label }))
      await waitFor(() => expect(sent[0]?.body).toEqual({ action, userId: 'a'.repeat(32), reason: 'a letter' }))
    })

    it('is closed and erased by super admins, and then has no more actions', async () => {
      const { unmount } = await openEnding({}, 'admin')
      expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull()
      unmount()
      await openEnding({ closed: true, erased: true, username: 'erased person aaaaaaaa' })
      expect(screen.getByText(/^The personal data of this account was erased\./)).toBeShown()
      expect(screen.queryByRole('button', { name: 'Erase personal data' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Block User' })).toBeNull()
      // Whether there was one is no longer known.
      expect(screen.queryByText(/Not provided/)).toBeNull()
      expect(screen.getByText(/email: erased/)).toBeShown()
    })
  })

  it('has a text if there is no such customer', async () => {
    await open(<UsersPage />, `/admin/users?user=${'f'.repeat(32)}`)
    expect((await screen.findByRole('alert')).textContent).toContain('Account not found')
    expect(screen.getByRole('button', { name: 'Back to Users' })).toBeShown()
  })

  it('confirms a deposit, with both balances before and after', async () => {
    serve(() => HttpResponse.json({ success: true, adminBalance: 18_140, userBalance: 165, position: '1' }))
    const { user } = await openAda()
    await user.type(screen.getByLabelText('Amount'), '100')
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    const confirmation = await dialog()
    expect(confirmation.getByRole('heading').textContent).toBe('Deposit to ada?')
    const rows = [...(await screen.findByRole('alertdialog')).querySelectorAll('dl > div')]
    expect(rows.map((row) => row.textContent)).toEqual(['ada€65.00 → €165.00', 'Your balance€18,240.00 → €18,140.00'])
    await user.type(confirmation.getByLabelText('Reason'), 'cash at the desk')
    await user.click(confirmation.getByRole('button', { name: 'Deposit €100.00' }))
    await expectStatus('✅ Deposited €100.00 to ada. Balance: €165.00')
    expect(sent[0]?.body).toEqual({
      action: 'updateBalance',
      userId: 'a'.repeat(32),
      amountToAdd: 100,
      balanceType: 'deposit',
      reason: 'cash at the desk',
    })
  })

  it('sends a withdrawal as a negative amount, and shows why it was refused', async () => {
    serve(() => HttpResponse.json({ error: 'Insufficient balance', code: 'balance_too_small' }, { status: 409 }))
    const { user } = await openAda()
    await user.type(screen.getByLabelText('Amount'), '60,5')
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await user.type((await dialog()).getByLabelText('Reason'), 'asked')
    await user.click((await dialog()).getByRole('button', { name: 'Withdraw €60.50' }))
    await expectStatus('❌ Error: Insufficient balance')
    expect(sent[0]?.body).toMatchObject({ amountToAdd: -60.5, balanceType: 'withdraw' })
  })

  it('refuses a deposit above the admin’s own balance at the field, before any confirmation', async () => {
    const { user } = await openAda()
    const field = screen.getByLabelText('Amount')
    await user.type(field, '18240.01')
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(await screen.findByText('Your own balance is €18,240.00: no more than that can be deposited')).toBeShown()
    expect(field).toBe(document.activeElement)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toEqual([])
  })

  it('refuses a withdrawal above the balance at the field, before any confirmation', async () => {
    const { user } = await openAda()
    const field = screen.getByLabelText('Amount')
    await user.type(field, '65.01')
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('ada has €65.00: no more than that can be withdrawn')).toBeShown()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field).toBe(document.activeElement)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    // All of the balance can be withdrawn.
    await user.clear(field)
    await user.type(field, '65')
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect((await dialog()).getByRole('button', { name: 'Withdraw €65.00' })).toBeShown()
    expect(sent).toEqual([])
  })

  it.each(['', '0', '-1', '1.005', 'ten'])('refuses the amount %j', async (amount) => {
    const { user } = await openAda()
    if (amount !== '') await user.type(screen.getByLabelText('Amount'), amount)
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(
      screen.getByRole('textbox', {
        name: 'Amount',
        description: 'Please enter an amount greater than 0, with at most two decimals',
      }),
    ).toBeShown()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('keeps its key while the outcome is unknown, and uses a new one afterwards', async () => {
    serve((_, nth) =>
      nth === 1
        ? HttpResponse.json({ error: 'The outcome is not known yet.', code: 'outcome_unknown' }, { status: 504 })
        : HttpResponse.json({ success: true, adminBalance: 1, userBalance: 75, position: '1' }),
    )
    const { user } = await openAda()
    for (const _ of [1, 2, 3]) {
      await user.clear(screen.getByLabelText('Amount'))
      await user.type(screen.getByLabelText('Amount'), '10')
      await user.click(screen.getByRole('button', { name: 'Deposit' }))
      const reason = (await dialog()).getByLabelText('Reason')
      await user.clear(reason)
      await user.type(reason, 'cash')
      await user.click((await dialog()).getByRole('button', { name: 'Deposit €10.00' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      if (sent.length === 1) {
        await expectStatus(
          '❌ Error: The outcome is not known yet. It is not known yet whether this was done. You can press the same button again: it is done only once.',
        )
      }
    }
    const [first, second, third] = sent.map(({ key }) => key)
    expect(second).toBe(first)
    expect(third).not.toBe(second)
  })

  it('blocks after a confirmation, and unblocks', async () => {
    serve((body) => {
      serverState.users = serverState.users.map((user) => ({ ...user, is_blocked: body.action === 'blockUser' }))
      return HttpResponse.json({ success: true, message: 'ada has been blocked' })
    })
    const { user } = await openAda()
    await user.click(screen.getByRole('button', { name: 'Block User' }))
    const confirmation = await dialog()
    expect(confirmation.getByText(/balance stays €65\.00/)).toBeShown()
    await user.click(confirmation.getByRole('button', { name: 'Block User' }))
    // A block needs a reason.
    expect(await confirmation.findByText('Please say why')).toBeShown()
    expect(sent).toHaveLength(0)
    await user.type(confirmation.getByLabelText('Reason'), 'shared account')
    await user.click(confirmation.getByRole('button', { name: 'Block User' }))
    await expectStatus('✅ ada has been blocked')
    expect(await screen.findByRole('button', { name: 'Unblock User' })).toBeShown()
    expect(sent[0]?.body).toEqual({ action: 'blockUser', targetUsername: 'ada', reason: 'shared account' })
  })

  it.each([
    [false, 'Block User', 'Blocking...'],
    [true, 'Unblock User', 'Unblocking...'],
  ])('where blocked is %j, says until it is answered what %s does', async (is_blocked, label, busyLabel) => {
    const answer = Promise.withResolvers<Response>()
    serve(() => answer.promise)
    serverState.users = serverState.users.map((user) => ({ ...user, is_blocked }))
    const { user } = await open(<UsersPage />, `/admin/users?user=${'a'.repeat(32)}`)
    await user.click(await screen.findByRole('button', { name: label }))
    const confirmation = await dialog()
    await user.type(confirmation.getByLabelText('Reason'), 'shared account')
    await user.click(confirmation.getByRole('button', { name: label }))
    expect(await confirmation.findByRole('button', { name: busyLabel })).toBeShown()
    answer.resolve(HttpResponse.json({ success: true, message: 'done' }))
    await expectStatus('✅ done')
  })

  it('says who blocked a customer, when and why', async () => {
    serverState.users = serverState.users.map((user) => ({ ...user, is_blocked: true }))
    serverState.customer.blocked = {
      number: 8_053,
      at: '2025-11-21T21:09:02.000Z',
      by: 'desk-two',
      reason: 'two accounts',
    }
    await open(<UsersPage />, `/admin/users?user=${'a'.repeat(32)}`)
    const line = await screen.findByText(/^Blocked by desk-two on 21 Nov 2025, 22:09: “two accounts”/)
    expect(within(line).getByRole('link', { name: '#8,053' })).toBeShown()
  })
})

describe("a customer's tabs", () => {
  const at = (tab: string, more = '') => open(<UsersPage />, `/admin/users?user=${'a'.repeat(32)}&tab=${tab}${more}`)
  const cells = (label: string) =>
    within(screen.getByRole('region', { name: label }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      )

  it('each have an address', async () => {
    const { user, router } = await at('turnover')
    expect(await screen.findByRole('tab', { name: 'Turnover', selected: true })).toBeShown()
    await user.click(screen.getByRole('tab', { name: 'Bets' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ user: 'a'.repeat(32), tab: 'bets' }))
    await user.click(screen.getByRole('tab', { name: 'Deposit Withdraw' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ user: 'a'.repeat(32) }))
  })

  it('show the turnover by sport and by day', async () => {
    await at('turnover')
    await screen.findByText('20 Nov 2026')
    const total = within(screen.getByRole('region', { name: 'Turnover of all days' }))
    expect(total.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])).toEqual([
      ['Bets', '2'],
      ['Stakes', '€40.00'],
      ['Returns', '€42.00'],
      ['Profit', '+€2.00'],
    ])
    expect(cells('By day, table')).toEqual([['20 Nov 2026', '2', '€40.00', '€42.00', '+€2.00']])
    expect(cells('By sport, table')).toEqual([['Football', '2', '€40.00', '€42.00', '+€2.00']])
  })

  it('show business days, even where their noon is on the next day', async () => {
    vi.stubEnv('TZ', 'Pacific/Auckland')
    setDisplaySetting('zone', 'browser')
    await at('turnover')
    expect(await screen.findByText('20 Nov 2026')).toBeShown()
  })

  it('list the bets of this customer alone, by status and kind', async () => {
    const { user, router } = await at('bets')
    await screen.findByText('+€20.00')
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({ user: 'a'.repeat(32) })
    expect(await screen.findByText('1,204')).toBeShown()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Lost')
    await waitFor(() => expect(askedTotals.at(-1)).toBe(`?user=${'a'.repeat(32)}&status=lost`))
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({ user: 'a'.repeat(32), status: 'lost' }),
    )
    expect(router.state.location.search).toMatchObject({ status: 'lost', tab: 'bets' })
    expect(screen.queryByRole('columnheader', { name: 'User' })).toBeNull()
  })

  it('list every transaction with who, why, and the balance after it', async () => {
    const { user } = await at('transactions')
    await screen.findByText('request 211, paid in cash')
    expect(cells('Transactions, table').map((row) => row.slice(1))).toEqual([
      ['Deposit', 'request 211, paid in cash', 'desk-two', '+€50.00', '€65.00', '#48,205'],
      ['Bet placed', 'Real Betis at 2.45', 'ada', '−€10.00', '€15.00', '#48,196'],
    ])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Deposit')
    await waitFor(() => expect(asked.at(-1)).toBe('?kind=deposit&limit=25'))
  })

  it('show the bettor’s own limits, the break and the standing', async () => {
    serverState.customer.limits = {
      limits: [
        {
          kind: 'stake',
          period: 'day',
          amount: 25,
          used: 10,
          left: 15,
          periodEnds: '2026-11-21T23:00:00.000Z',
          pending: null,
        },
      ],
      break: { kind: 'self-exclusion', until: null },
      perBet: { stake: null, payout: null },
    }
    await at('details')
    expect((await screen.findByText('Stakes a day')).nextSibling?.textContent).toBe('€10.00 of €25.00')
    expect(screen.getByText('Self-exclusion until for good')).toBeShown()
    expect(screen.getByText('Email').nextSibling?.textContent).toBe('Not provided')
    expect(screen.getByText('Created by').nextSibling?.textContent).toBe('System')
  })
})

describe('who looked at a customer', () => {
  const looked = (number: number) =>
    aTrailLine(number, {
      kind: 'views',
      type: 'PersonalDataViewed',
      what: [
        { text: 'desk-two was shown ', strong: false },
        { text: 'the profile', strong: true },
        { text: ' of ada', strong: false },
      ],
    })
  const details = () => open(<UsersPage />, `/admin/users?user=${'a'.repeat(32)}&tab=details`)
  const card = async () => within(await screen.findByRole('region', { name: 'Who looked' }))

  it('is shown to super admins and auditors: the newest views, with a link to the rest', async () => {
    serverState.customer.role = 'super-admin'
    serverState.views = Array.from({ length: 11 }, (_, at) => looked(48_211 - at))
    await details()
    const shown = await card()
    const items = await shown.findAllByRole('listitem')
    expect(items).toHaveLength(10)
    expect(items[0]!.textContent).toBe('desk-two was shown the profile of adaSat 21 Nov 22:09 · #48,211')
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({ person: 'a'.repeat(32), kind: 'views' })
    expect(shown.getByRole('link', { name: 'All of them' }).getAttribute('href')).toBe(
      `/admin/audit?person=${'a'.repeat(32)}&kind=views`,
    )
  })

  it('has a text if nobody did, and is not shown to plain admins', async () => {
    serverState.customer.role = 'auditor'
    const { unmount } = await details()
    expect(await (await card()).findByText('Nobody yet.')).toBeShown()
    unmount()
    serverState.customer.role = 'admin'
    await details()
    await screen.findByRole('region', { name: 'Notes' })
    expect(screen.queryByRole('region', { name: 'Who looked' })).toBeNull()
  })
})

describe('what the desk keeps about a customer', () => {
  const details = async () => {
    const view = await open(<UsersPage />, `/admin/users?user=${'a'.repeat(32)}&tab=details`)
    await screen.findByRole('form', { name: 'Caps on bets' })
    return view
  }

  it('caps bets after a confirmation that shows both caps, with a reason', async () => {
    serverState.customer.limits = { limits: [], break: null, perBet: { stake: 20, payout: null } }
    serve(() => HttpResponse.json({ success: true, message: 'Caps saved' }))
    const { user, client } = await details()
    const stake = screen.getByLabelText<HTMLInputElement>('Largest stake')
    expect(stake.value).toBe('20.00')
    await user.clear(stake)
    await user.type(stake, '0,05')
    await user.click(screen.getByRole('button', { name: 'Save caps' }))
    expect(await screen.findByText(/^Please enter at least 0\.10/)).toBeShown()
    await user.clear(stake)
    await user.type(stake, '12,5')
    await user.type(screen.getByLabelText('Largest payout'), '300')
    // Pushes do not overwrite the input.
    serverState.customer.limits = { limits: [], break: null, perBet: { stake: 15, payout: null } }
    await client.invalidateQueries({ queryKey: ['admin'] })
    expect(stake.value).toBe('12,5')
    await user.click(screen.getByRole('button', { name: 'Save caps' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Caps on the bets of ada' }))
    expect(dialog.getByText(/Largest stake:/).textContent).toBe(
      'Largest stake: €15.00 → €12.50. Largest payout: none → €300.00.',
    )
    await user.type(dialog.getByLabelText('Reason'), 'beats the prices')
    await user.click(dialog.getByRole('button', { name: 'Save caps' }))
    await expectStatus('✅ Caps saved')
    expect(sent[0]?.body).toEqual({
      action: 'setBetCaps',
      userId: 'a'.repeat(32),
      maxStake: 12.5,
      maxPayout: 300,
      reason: 'beats the prices',
    })
  })

  it('adds notes, and lists who wrote them', async () => {
    serve(() => HttpResponse.json({ success: true, message: 'Note added' }))
    const { user } = await details()
    expect((await screen.findByText('Called about a pay-out')).nextSibling?.textContent).toMatch(
      /^desk-two · .* · #48,100$/,
    )
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('Please write something first')).toBeShown()
    await user.type(screen.getByLabelText('New note'), ' Wants cash ')
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    await expectStatus('✅ Note added')
    expect(sent[0]?.body).toEqual({ action: 'addNote', userId: 'a'.repeat(32), text: 'Wants cash' })
    expect(screen.getByLabelText<HTMLInputElement>('New note').value).toBe('')
  })

  it('changes the password with a confirmation and a reason', async () => {
    serve((_, nth) =>
      nth === 1
        ? HttpResponse.json(
            { error: 'This password is one of the most common ones.', code: 'password_common' },
            { status: 400 },
          )
        : HttpResponse.json({ success: true, message: 'The password of ada has been changed' }),
    )
    const { user } = await details()
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Change the password of ada' }))
    const submit = () => dialog.getByRole('button', { name: 'Change password' })
    expect(isOff(submit())).toBe(true)
    await user.type(dialog.getByLabelText('New password'), 'short')
    await user.type(dialog.getByLabelText('Confirm password'), 'other words')
    await user.click(submit())
    expect(await dialog.findByText('Password must be at least 6 characters')).toBeShown()
    expect(dialog.getByText('Passwords do not match')).toBeShown()
    expect(dialog.getByText('Please say why')).toBeShown()
    await user.clear(dialog.getByLabelText('New password'))
    await user.type(dialog.getByLabelText('New password'), 'other words')
    await user.type(dialog.getByLabelText('Reason'), 'forgotten')
    await user.click(submit())
    expect(await dialog.findByText(/^❌ Error: This password is one/)).toBeShown()
    await user.click(submit())
    await expectStatus('✅ The password of ada has been changed')
    expect(sent[1]?.body).toEqual({
      action: 'changePassword',
      username: 'ada',
      newPassword: 'other words',
      reason: 'forgotten',
    })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('says who may change it if the admin may not', async () => {
    serverState.customer.mayChangePassword = false
    serverState.users[0]!.admin_creator = 'desk-two'
    await details()
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
    expect(
      screen.getByText('Only the admin who created this user (desk-two) or super admins can change their password'),
    ).toBeShown()
  })
})
