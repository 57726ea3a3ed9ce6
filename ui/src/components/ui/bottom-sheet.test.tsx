import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { BottomSheet } from './bottom-sheet.tsx'

it('follows a swipe on its grip, and closes only after a long one', () => {
  const onClose = vi.fn()
  render(<BottomSheet onClose={onClose}>Legs</BottomSheet>)
  const sheet = screen.getByText('Legs')
  const grip = sheet.firstElementChild as HTMLElement
  grip.setPointerCapture = () => {}
  const swipe = (to: number) => {
    fireEvent.pointerDown(grip, { clientY: 100, pointerId: 1 })
    fireEvent.pointerMove(grip, { clientY: to, pointerId: 1 })
    const followed = sheet.style.transform
    fireEvent.pointerUp(grip, { clientY: to, pointerId: 1 })
    return followed
  }
  expect(swipe(130)).toBe('translateY(30px)')
  expect(sheet.style.transform).toBe('')
  expect(swipe(60)).toBe('')
  expect(onClose).not.toHaveBeenCalled()
  expect(swipe(220)).toBe('translateY(120px)')
  expect(onClose).toHaveBeenCalledOnce()
})

it('is not a dialog: the page beside it stays usable', () => {
  render(<BottomSheet onClose={() => {}}>Legs</BottomSheet>)
  expect(screen.queryByRole('dialog')).toBeNull()
})
