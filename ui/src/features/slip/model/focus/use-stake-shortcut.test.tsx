import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { renderPage } from '#ui/testing/render.tsx'
import { SlipPanel } from '../../components/slip-panel.tsx'
import { Prices, resetServer, stake } from '../../testing/slip.harness.tsx'

let load: () => void

/** The prices, and the slip once its code has loaded. */
function Page() {
  const [isLoaded, setLoaded] = useState(false)
  load = () => act(() => setLoaded(true))
  return (
    <SlipProvider>
      <main>
        <Prices />
      </main>
      {isLoaded && <SlipPanel />}
    </SlipProvider>
  )
}

const price = (team: string) => screen.getByRole('button', { name: `Pick ${team}` })

describe.each(['wide', 'phone'])('the key S on a price, %s', (size) => {
  const open = async () => {
    const { user } = await renderPage(<Page />)
    price('Arsenal').focus()
    return user
  }
  /** The slip with a selection, before anyone opens it. */
  const slip = () =>
    size === 'wide' ? screen.findByLabelText('Stake in euro') : screen.findByRole('button', { name: /^1 ?Bet slip/ })

  beforeEach(() => {
    resetServer()
    const list = { matches: size === 'wide', addEventListener: () => {}, removeEventListener: () => {} }
    vi.spyOn(window, 'matchMedia').mockReturnValue(list as unknown as MediaQueryList)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('moves the focus to the stake, and types nothing there', async () => {
    const user = await open()
    load()
    await user.keyboard('{Enter}')
    await slip()
    await user.keyboard('s')
    expect(document.activeElement).toBe(stake())
    expect(stake()).toHaveProperty('value', '')
  })

  it('takes effect once the slip has loaded, and only once', async () => {
    const user = await open()
    await user.keyboard('{Enter}s')
    expect(document.activeElement).toBe(price('Arsenal'))
    load()
    expect(document.activeElement).toBe(stake())
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('Stake in euro')).toBeNull()
  })

  it.each<[string, (user: Awaited<ReturnType<typeof open>>) => unknown]>([
    ['another key', (user) => user.keyboard('{Shift}')],
    ['a press', (user) => user.pointer({ keys: '[MouseRight]', target: price('Arsenal') })],
    ['the focus elsewhere', () => price('Napoli').focus()],
  ])('is forgotten over %s', async (_, intervene) => {
    const user = await open()
    await user.keyboard('{Enter}s')
    await intervene(user)
    const before = document.activeElement
    load()
    await slip()
    expect(before?.matches('main [aria-pressed]')).toBe(true)
    expect(document.activeElement).toBe(before)
  })

  it('does nothing while nothing is picked, or together with Ctrl', async () => {
    const user = await open()
    load()
    await user.keyboard('s{Enter}{Control>}s{/Control}')
    await slip()
    expect(document.activeElement).toBe(price('Arsenal'))
  })
})
