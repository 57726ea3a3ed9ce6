import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { TextField } from './field.tsx'

/** Its error comes late, as from a server. */
function CodeForm() {
  const [error, setError] = useState<string>()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTimeout(() => setError('The code is wrong'))
      }}
    >
      <TextField label="Code" error={error} />
    </form>
  )
}

it('an error that follows Enter is an alert from the moment it appears', async () => {
  const user = userEvent.setup()
  const { container } = render(<CodeForm />)
  const roles: (string | null)[] = []
  const observer = new MutationObserver(() => {
    const shown = container.querySelector('p')
    if (shown !== null) roles.push(shown.getAttribute('role'))
  })
  observer.observe(container, { childList: true, subtree: true })
  await user.type(screen.getByLabelText('Code'), '12345{Enter}')
  await screen.findByRole('alert')
  observer.disconnect()
  expect(new Set(roles)).toEqual(new Set(['alert']))
})
