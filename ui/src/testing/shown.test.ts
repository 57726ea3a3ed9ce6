import { afterEach, expect, it } from 'vitest'
import { hiddenBy } from './shown.ts'

afterEach(() => document.body.replaceChildren())

const inside = (outer: string): Element => {
  document.body.innerHTML = outer.replace('…', '<div><p>Arsenal</p></div>')
  const text = document.querySelector('p')
  if (text === null) throw new Error('no place for the text')
  return text
}

it.each([
  ['<section hidden>…</section>', 'hidden'],
  ['<section inert>…</section>', 'inert'],
  ['<section aria-hidden="true">…</section>', 'assistive technology'],
  ['<section style="display: none">…</section>', 'not displayed'],
  ['<section style="visibility: hidden">…</section>', 'not displayed'],
])('the content of %s is not shown', (outer, why) => {
  const text = inside(outer)
  expect(hiddenBy(text)).toContain(why)
  expect(() => expect(text).toBeShown()).toThrow(why)
})

it('a removed element is not shown, and neither is null', () => {
  const text = inside('<section>…</section>')
  expect(text).toBeShown()
  text.remove()
  expect(() => expect(text).toBeShown()).toThrow('not in the page')
  expect(() => expect(null).toBeShown()).toThrow('no element')
})
