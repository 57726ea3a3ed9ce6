import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

it.each([
  ['busy', { busy: true }, 0],
  ['disabled', { disabled: true }, -1],
] as const)(
  'that is %s can have the focus, and is pressed neither by itself nor from a field of its form',
  async (_, props, tabIndex) => {
    const press = vi.fn()
    const submit = vi.fn()
    render(
      <form onSubmit={submit}>
        <input aria-label="Amount" />
        <Button type="submit" onClick={press} {...props}>
          Send
        </Button>
      </form>,
    )
    const user = userEvent.setup()
    const button = screen.getByRole('button')
    expect([button.hasAttribute('disabled'), button.getAttribute('aria-disabled'), button.tabIndex]).toEqual([
      false,
      'true',
      tabIndex,
    ])
    await user.click(button)
    expect(document.activeElement).toBe(button)
    await user.keyboard('{Enter} ')
    await user.type(screen.getByLabelText('Amount'), '5{Enter}')
    expect(press).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
  },
)
