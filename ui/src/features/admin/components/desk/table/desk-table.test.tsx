import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '#ui/testing/render.tsx'
import type { Column } from './column.ts'
import { DeskTable } from './desk-table.tsx'
import type { DeskTableProps } from './table-props.ts'

type Row = { id: string; name: string; stake: string }
const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'Name', cell: ({ name }) => name, sorts: true },
  { key: 'stake', title: 'Stake', cell: ({ stake }) => stake, isFigure: true, sorts: true },
]
const idle = { error: null, isFetching: false, refetch: () => {} }
const props: DeskTableProps<Row> = {
  label: 'Stakes',
  columns,
  rows: [
    { id: '1', name: 'ada', stake: '€5.00' },
    { id: '2', name: 'grace', stake: '€7.00' },
  ],
  rowKey: ({ id }) => id,
  query: idle,
  empty: { text: 'No stakes.' },
}
const show = (changes: Partial<DeskTableProps<Row>> = {}) => renderPage(<DeskTable {...props} {...changes} />)

/** Matches no media query, as on a phone. */
const onAPhone = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => ({ media: query, matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as never,
    )
afterEach(() => vi.restoreAllMocks())

describe('a table', () => {
  it('sorts by the largest first, then the other way, and says which', async () => {
    const onSort = vi.fn()
    const { user } = await show({ onSort, sort: '-stake' })
    const head = (name: string) => screen.getByRole('columnheader', { name })
    expect(head('Stake').getAttribute('aria-sort')).toBe('descending')
    expect(head('Name').getAttribute('aria-sort')).toBeNull()
    await user.click(within(head('Stake')).getByRole('button'))
    await user.click(within(head('Name')).getByRole('button'))
    expect(onSort.mock.calls).toEqual([['stake'], ['-name']])
  })

  it('has no sort buttons if the server does not sort', async () => {
    await show()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is a skeleton of a full page until the first reply', async () => {
    await show({ rows: undefined, expected: 7, query: { ...idle, isFetching: true } })
    expect(screen.getAllByRole('row')).toHaveLength(8)
    expect(screen.getByRole('status').textContent).toBe('Loading admin data…')
    expect(screen.queryByText('No stakes.')).toBeNull()
  })

  it('says that it is empty, and what can be done about it', async () => {
    await show({ rows: [], empty: { text: 'No stakes.', action: <button type="button">Clear</button> } })
    expect(screen.getByText('No stakes.')).toBeShown()
    expect(screen.getByRole('button', { name: 'Clear' })).toBeShown()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('keeps its rows beside an error with a retry', async () => {
    const refetch = vi.fn()
    const { user } = await show({ query: { ...idle, error: new Error('No connection'), refetch } })
    expect(screen.getByRole('alert').textContent).toContain('No connection')
    expect(screen.getByText('ada')).toBeShown()
    await user.click(within(screen.getByRole('alert')).getByRole('button'))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('claims nothing if the first reply was an error', async () => {
    await show({ rows: undefined, query: { ...idle, error: new Error('') }, failed: 'Failed to load' })
    expect(screen.getByRole('alert').textContent).toContain('Failed to load')
    expect(screen.queryByText('No stakes.')).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('has a total as its last row, and a dash where there is nothing', async () => {
    const nothing: Column<Row> = { key: 'note', title: 'Note', cell: ({ id }) => (id === '1' ? 'first' : null) }
    await show({ columns: [...columns, nothing], total: { id: 'all', name: 'Together', stake: '€12.00' } })
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows.slice(1)).toEqual([
      ['ada', '€5.00', 'first'],
      ['grace', '€7.00', '–'],
      ['Together', '€12.00', '–'],
    ])
  })

  it('shows details below their row', async () => {
    await show({ detail: ({ id }) => (id === '1' ? 'two legs' : null) })
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'NameStake',
      'ada€5.00',
      'two legs',
      'grace€7.00',
    ])
  })
})

describe('a table on a phone', () => {
  it('has rows with the same facts in the same order, and titles for the figures', async () => {
    onAPhone()
    await show()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'NameadaStake€5.00',
      'NamegraceStake€7.00',
    ])
    expect(screen.getAllByText('Name')[0]!.className).toBe('sr-only')
    expect(screen.getAllByText('Stake')[0]!.className).not.toContain('sr-only')
  })

  it('leaves out missing facts, and ends with the total', async () => {
    onAPhone()
    const nothing: Column<Row> = { key: 'note', title: 'Note', cell: ({ id }) => (id === '1' ? 'first' : null) }
    await show({ columns: [...columns, nothing], total: { id: 'all', name: 'Together', stake: '€12.00' } })
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'NameadaStake€5.00Notefirst',
      'NamegraceStake€7.00',
      'NameTogetherStake€12.00',
    ])
  })

  it('is sorted by a choice', async () => {
    onAPhone()
    const onSort = vi.fn()
    const { user } = await show({ onSort, sort: 'name' })
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort' })
    expect(choice.selectedOptions[0]!.textContent).toBe('Name, ascending')
    await user.selectOptions(choice, 'Stake, descending')
    expect(onSort).toHaveBeenCalledExactlyOnceWith('-stake')
  })
})
