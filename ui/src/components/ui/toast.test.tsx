import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { notify } from '#ui/lib/toasts.ts'
import Toasts from './toast.tsx'

it('is a status, not a dialog, and leaves the focus where it is', async () => {
  render(
    <>
      <button type="button">Place</button>
      <Toasts />
    </>,
  )
  const user = userEvent.setup()
  await user.tab()
  notify('Registration successful! Welcome!', 'success')
  notify('Your session has ended.', 'error')
  expect(await screen.findByText('Registration successful! Welcome!', { selector: '[role=status] *' })).toBeShown()
  expect(document.querySelector('[role=dialog], [role=alertdialog]')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Place')
})

it('is shown for about 2.7 seconds, as information by default', async () => {
  vi.useFakeTimers()
  const { unmount } = render(<Toasts />)
  const text = () => screen.queryByText('Bet slip cleared.', { selector: '[role=status] *' })
  await act(async () => notify('Bet slip cleared.'))
  expect(text()?.closest('[role=status]')?.querySelector('svg')?.getAttribute('class')).toContain('lucide-info')
  await act(() => vi.advanceTimersByTimeAsync(2_600))
  expect(text()).toBeShown()
  // It has faded out by then.
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(text()).toBeNull()
  unmount()
  vi.useRealTimers()
})
