import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
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
