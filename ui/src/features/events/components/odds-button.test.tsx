import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { startTransition } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setDisplaySetting } from '#ui/lib/display-settings.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { FLASH_MS } from '../model/markets/use-flash.ts'
import { OddsButton, type OddsButtonProps } from './odds-button.tsx'

const props: OddsButtonProps = {
  label: '1',
  outcome: 'Arsenal to win',
  odds: '2.50',
  state: 'offered',
  isSelected: false,
  onPick: () => {},
}
const button = () => screen.getByRole('button')

afterEach(() => {
  vi.useRealTimers()
})

describe('the odds button', () => {
  it('is named by column, outcome and price, and tells whether it is selected', () => {
    const { rerender } = render(<OddsButton {...props} />)
    expect(screen.getByRole('button', { name: '1 – Arsenal to win, 2.50', pressed: false })).toBeShown()
    rerender(<OddsButton {...props} isSelected />)
    expect(screen.getByRole('button', { name: '1 – Arsenal to win, 2.50', pressed: true })).toBeShown()
  })

  it('is named by the odds in the format that the visitor chose', () => {
    setDisplaySetting('odds', 'american')
    render(<OddsButton {...props} />)
    expect(screen.getByRole('button', { name: '1 – Arsenal to win, +150' })).toBeShown()
  })

  it('picks by click and by keyboard', async () => {
    const onPick = vi.fn()
    render(<OddsButton {...props} onPick={onPick} />)
    const user = userEvent.setup()
    await user.click(button())
    await user.keyboard('{Enter}')
    expect(onPick).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['locked', 'Betting is suspended', '1 – Arsenal to win, Betting is suspended'],
    ['missing', undefined, '1 – Arsenal to win, N/A'],
    ['indicative', undefined, '1 – Arsenal to win, 2.50 indicative'],
  ] as const)('cannot be picked when %s, and is named accordingly', async (state, reason, name) => {
    const onPick = vi.fn()
    render(<OddsButton {...props} state={state} reason={reason} onPick={onPick} />)
    expect(screen.getByRole('button', { name }).hasAttribute('aria-disabled')).toBe(true)
    await userEvent.setup().click(button())
    expect(onPick).not.toHaveBeenCalled()
  })

  it('stays marked as picked while betting is closed', () => {
    const { rerender } = render(<OddsButton {...props} isSelected />)
    for (const state of ['locked', 'indicative'] as const) {
      rerender(<OddsButton {...props} isSelected state={state} />)
      expect(button().getAttribute('aria-pressed')).toBe('true')
      expect(button().className).toContain('border-accent')
    }
  })

  it('is painted as pressed before the slip has rendered', async () => {
    const followed = Promise.withResolvers<void>()
    render(<OddsButton {...props} onPick={() => startTransition(() => followed.promise)} />)
    await userEvent.setup().click(button())
    expect(button().getAttribute('aria-pressed')).toBe('true')
    await act(async () => followed.resolve())
    await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('false'))
  })

  it('stays pressed if the slip renders before the transition is done', async () => {
    const followed = Promise.withResolvers<void>()
    const onPick = () => startTransition(() => followed.promise)
    const { rerender } = render(<OddsButton {...props} onPick={onPick} />)
    await userEvent.setup().click(button())
    rerender(<OddsButton {...props} onPick={onPick} isSelected />)
    expect(button().getAttribute('aria-pressed')).toBe('true')
    await act(async () => followed.resolve())
    expect(button().getAttribute('aria-pressed')).toBe('true')
  })

  it('gives the reason why it is closed, also when it is pressed', async () => {
    const told: string[] = []
    const stop = receiveToasts(({ message }) => told.push(message))
    render(<OddsButton {...props} state="locked" reason="Game is finished - betting closed" />)
    expect(button().title).toBe('Game is finished - betting closed')
    expect(button().textContent).not.toContain('2.50')
    await userEvent.setup().click(button())
    stop()
    expect(told).toEqual(['Game is finished - betting closed'])
  })

  it('keeps the focus when it locks, and Tab moves on past prices that cannot be picked', async () => {
    const row = (state: 'offered' | 'locked') => (
      <>
        <OddsButton {...props} state={state} />
        <OddsButton {...props} label="X" outcome="a draw" state="missing" odds={null} />
        <OddsButton {...props} label="2" outcome="Chelsea to win" />
      </>
    )
    const { rerender } = render(row('offered'))
    const user = userEvent.setup()
    await user.tab()
    rerender(row('locked'))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^1 – Arsenal to win/ }))
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^2 – Chelsea/ }))
  })
})

describe('a price that moves', () => {
  const moved = () => button().getAttribute('data-move')

  it('shows its direction with an arrow for a second and a half', () => {
    vi.useFakeTimers()
    const { rerender } = render(<OddsButton {...props} />)
    expect(moved()).toBeNull()
    rerender(<OddsButton {...props} odds="2.60" />)
    expect(moved()).toBe('up')
    expect(button().textContent).toContain('▲')
    act(() => vi.advanceTimersByTime(FLASH_MS))
    expect(moved()).toBeNull()
    rerender(<OddsButton {...props} odds="2.40" />)
    expect(moved()).toBe('down')
    expect(button().textContent).toContain('▼')
  })

  it('restarts the time when it moves again', () => {
    vi.useFakeTimers()
    const { rerender } = render(<OddsButton {...props} />)
    rerender(<OddsButton {...props} odds="2.60" />)
    act(() => vi.advanceTimersByTime(FLASH_MS - 100))
    rerender(<OddsButton {...props} odds="2.70" />)
    act(() => vi.advanceTimersByTime(FLASH_MS - 100))
    expect(moved()).toBe('up')
  })

  it('restarts when it moves back, without fading from one colour to the other', () => {
    const flash = () => button().querySelector('.odds-flash')
    const { rerender } = render(<OddsButton {...props} />)
    rerender(<OddsButton {...props} odds="2.60" />)
    const up = flash()
    rerender(<OddsButton {...props} odds="2.55" />)
    expect(moved()).toBe('down')
    expect(up).toBeInstanceOf(Element)
    expect(flash()).toBeInstanceOf(Element)
    expect(flash()).not.toBe(up)
    expect(button().textContent).not.toContain('▲')
  })

  it('compares prices as numbers', () => {
    const { rerender } = render(<OddsButton {...props} odds="9.50" />)
    rerender(<OddsButton {...props} odds="10.00" />)
    expect(moved()).toBe('up')
  })

  it('does not move when it returns after a suspension', () => {
    const { rerender } = render(<OddsButton {...props} />)
    rerender(<OddsButton {...props} odds={null} state="locked" />)
    rerender(<OddsButton {...props} odds="3.00" />)
    expect(moved()).toBeNull()
  })
})
