import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { StatementLine } from '#services/contract/contract.ts'
import { aUser, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { statementCsv } from '../../model/statement.ts'
import { readStatementChoice, type StatementSearch } from '../../model/statement-choice.ts'
import { AccountStatement } from './statement.tsx'

const lines: StatementLine[] = [
  {
    id: '12.0',
    number: 48_211,
    at: NOW,
    kind: 'stake',
    bet: { id: 'b', name: '=Dvorak', odds: 1.45 },
    amount: -10,
    balance: '55.00',
  },
  { id: '7.0', number: 7, at: NOW, kind: 'deposit', bet: null, amount: 65, balance: '65.00' },
]

const bettor = aUser()

function Page() {
  const [search, setSearch] = useState<StatementSearch>({})
  return (
    <>
      <AccountStatement user={bettor} search={search} onSearch={setSearch} />
      <p>{new URLSearchParams(search as Record<string, string>).toString()}</p>
    </>
  )
}

it('lists every line with the balance after it, page by page and by kind', async () => {
  const asked: string[] = []
  server.use(
    http.get('/api/account/statement', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      const isLast = searchParams.has('before') || searchParams.has('kind')
      return HttpResponse.json({ lines: isLast ? lines.slice(1) : lines.slice(0, 1), next: isLast ? null : '12.0' })
    }),
  )
  const { user } = await renderPage(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Show older lines' }))
  await screen.findByText('€65.00')
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(within(rows[0]!).getByRole('cell', { name: '#48,211' })).toBeShown()
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(-3)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['−€10.00', '', '€55.00'],
    ['', '+€65.00', '€65.00'],
  ])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'deposit')
  await screen.findByRole('cell', { name: 'received' })
  expect(asked).toEqual(['', 'before=12.0', 'kind=deposit'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Last 7 days')
  expect(screen.getByText('kind=deposit&days=7')).toBeShown()
})

it('keeps the lines, marked as busy, until those of a new choice arrive', async () => {
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get('/api/account/statement', async ({ request }) => {
      const isNarrowed = new URL(request.url).searchParams.has('kind')
      if (isNarrowed) await until
      return HttpResponse.json({ lines: isNarrowed ? lines.slice(1) : lines.slice(0, 1), next: null })
    }),
  )
  const { user } = await renderPage(<Page />)
  await screen.findByText('€55.00')
  const isBusy = () => screen.getByRole('table').parentElement?.getAttribute('aria-busy')
  expect(isBusy()).toBe('false')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'deposit')
  expect(screen.getByText('€55.00')).toBeShown()
  expect(isBusy()).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('Loading your statement…')
  answer()
  await screen.findByText('€65.00')
  expect(screen.queryByText('€55.00')).toBeNull()
  expect(isBusy()).toBe('false')
})

it('accepts only kinds from the address that the account can have', () => {
  expect(readStatementChoice({ kind: 'stake', days: 30 }, false)).toEqual({ kind: 'stake', days: 30 })
  expect(readStatementChoice({ kind: 'float', days: 8 }, false)).toEqual({ kind: null, days: null })
})

it('says that there is nothing yet', async () => {
  server.use(http.get('/api/account/statement', () => HttpResponse.json({ lines: [], next: null })))
  await renderPage(<AccountStatement user={aUser()} search={{}} onSearch={() => undefined} />)
  await screen.findByText('No lines yet.')
})

it('saves a file in which nothing is run as a formula', () => {
  expect(statementCsv(lines).split('\r\n').slice(1, 3)).toEqual([
    `${NOW},48211,Bet placed,'=Dvorak at 1.45,-10.00,55.00`,
    `${NOW},7,Deposit,received,65.00,65.00`,
  ])
})
