import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { DayFilter, MomentFilter } from './date-filter.tsx'
import { FilterBar } from './filter-bar.tsx'

const told: (string | undefined)[] = []
beforeEach(() => {
  told.length = 0
  setClock({ now: NOW, speed: 1 })
})

function Page({ of: Filter, begin }: { of: typeof DayFilter; begin?: string | undefined }) {
  const [value, setValue] = useState(begin)
  const change = (next: string | undefined) => {
    told.push(next)
    setValue(next)
  }
  return (
    <FilterBar isFiltered onClear={() => setValue(undefined)}>
      <Filter label="From" value={value} onChange={change} />
    </FilterBar>
  )
}
async function open(begin?: string, of = DayFilter) {
  await renderPage(<Page of={of} begin={begin} />)
  await screen.findByRole('button', { name: 'Calendar for From' })
  return { field: screen.getByRole('textbox', { name: 'From' }) as HTMLInputElement, user: userEvent.setup() }
}
const alert = () => within(screen.getByRole('alert'))

describe('a day above a list', () => {
  it('is shown in the back office’s format, and cleared by its own button', async () => {
    const { field, user } = await open('2026-11-03')
    expect(field.value).toBe('3 Nov 2026')
    await user.click(screen.getByRole('button', { name: 'Clear From' }))
    expect([field.value, told, document.activeElement === field]).toEqual(['', [undefined], true])
    expect(screen.queryByRole('button', { name: 'Clear From' })).toBeNull()
  })

  it.each(['{Enter}', '{Tab}'])('is read once on %s', async (key) => {
    const { field, user } = await open()
    await user.type(field, `3.11.26${key}`)
    expect([field.value, told]).toEqual(['3 Nov 2026', ['2026-11-03']])
    await user.tab()
    expect(told).toHaveLength(1)
  })

  it('stays as typed if it is invalid, filters nothing, and says how to write a day', async () => {
    const { field, user } = await open('2026-11-03')
    await user.clear(field)
    await user.type(field, '31 Nov{Enter}')
    expect([field.value, field.getAttribute('aria-invalid'), told]).toEqual(['31 Nov', 'true', [undefined]])
    expect(alert().getByText('Day, month and year, such as 20 Nov 2026')).toBeShown()
    await user.keyboard('{Escape}')
    expect([field.value, field.getAttribute('aria-invalid'), told]).toEqual(['', null, [undefined]])
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('is cleared with the other filters, whatever it contains', async () => {
    const { field, user } = await open('2026-11-03')
    await user.clear(field)
    await user.type(field, 'some day')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    const cleared = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' })
    expect([cleared.value, cleared.getAttribute('aria-invalid')]).toEqual(['', null])
  })

  it('is described for screen readers, which do not read the example', async () => {
    const { field } = await open()
    const hint = document.getElementById(field.getAttribute('aria-describedby')!)
    expect(hint?.textContent).toBe('Day, month and year, such as 20 Nov 2026')
  })
})

it('a moment has its time too', async () => {
  const { field, user } = await open('2026-11-03T18:30', MomentFilter)
  expect(field.value).toBe('3 Nov 2026 18:30')
  await user.clear(field)
  await user.type(field, '4 Nov 9:05:07{Enter}')
  expect([field.value, told]).toEqual(['4 Nov 2026 09:05:07', ['2026-11-04T09:05:07']])
})
