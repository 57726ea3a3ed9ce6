import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let end: () => void
beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <section><ul><li><button id="row">Decline</button></li><li><button id="next">Decline</button></li></ul></section>
    </main>
    <div id="dialog" role="dialog"><button id="confirm">Confirm</button></div>`
  end = keepFocus()
})
afterEach(() => {
  end()
  document.body.innerHTML = ''
})

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
/** Longer than keepFocus waits for other code to move the focus. */
const WAITED_MS = 200

it('moves to the closest part of the page that is left around the removed element', async () => {
  find('#row').focus()
  find('li').remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(find('section')))
  find('#next').focus()
  expect(find('section').hasAttribute('tabindex')).toBe(false)
  find('#next').remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(find('li')))
  find('section').remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(find('main')))
})

it('moves to the surroundings of a dialog’s opener, where both are gone', async () => {
  find('#row').focus()
  find('#confirm').focus()
  find('li').remove()
  find('#dialog').remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(find('section')))
})

it('stays where other code puts it, and is not moved after a pointer press', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  find('#row').focus()
  find('li').remove()
  find('#next').focus()
  await vi.advanceTimersByTimeAsync(WAITED_MS)
  expect(document.activeElement).toBe(find('#next'))
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('li').remove()
  await vi.advanceTimersByTimeAsync(WAITED_MS)
  expect(document.activeElement).toBe(document.body)
})

it('gives other code the full time to move it after each loss', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  find('#row').focus()
  find('li').remove()
  await vi.advanceTimersByTimeAsync(60)
  find('#next').focus()
  await vi.advanceTimersByTimeAsync(30)
  find('#next').remove()
  await vi.advanceTimersByTimeAsync(70)
  expect(document.activeElement).toBe(document.body)
  await vi.advanceTimersByTimeAsync(WAITED_MS)
  expect(document.activeElement).toBe(find('li'))
})
