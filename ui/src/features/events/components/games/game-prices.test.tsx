import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { selectionOf } from '#ui/model/slip/selection.ts'
import { aLiveGame, NOW } from '#ui/testing/factories.ts'
import { GamePrices } from './game-prices.tsx'

it('keeps a picked price marked while its market is suspended', () => {
  setClock({ now: NOW, speed: 1 })
  const game = aLiveGame()
  const selectedKey = selectionOf(game, 'h2h', 0)!.betKey
  const show = (shown: typeof game) => (
    <GamePrices
      game={shown}
      sides={['home', 'draw', 'away']}
      selectedKey={selectedKey}
      hasStarted
      isFresh
      onPick={() => {}}
    />
  )
  const { rerender } = render(show(game))
  const pressed = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-pressed'))
  expect(pressed()).toEqual(['true', 'false', 'false'])
  rerender(show({ ...game, bookmakers: [] }))
  expect(pressed()).toEqual(['true', 'false', 'false'])
  for (const button of screen.getAllByRole('button')) expect(button.hasAttribute('aria-disabled')).toBe(true)
})
