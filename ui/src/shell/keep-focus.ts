/** The parts of a page that can take over the focus from an element inside them. */
const PARTS = 'li, article, aside, form, fieldset, section, [role=tabpanel], [role=dialog], [role=alertdialog], main'

/** By then, plus one frame, any code that knows a better place for the focus has moved it. */
const SETTLED_MS = 100

/**
 * The focused element may be removed, with its row or because it has done its work. The focus would fall to the body;
 * this moves it to the smallest remaining part of the page around that element, so that keyboards and screen readers
 * continue from there. Returns the function that stops it.
 */
export function keepFocus(): () => void {
  let inside: Element[] = []
  /** The same outside of dialogs: while one is open, the surroundings of its opener. */
  let onPage: Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const isLost = () => inside[0] !== undefined && !inside[0].isConnected && document.activeElement === document.body

  const stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    timer = undefined
  }
  const remember = ({ target }: FocusEvent) => {
    // Something has the focus again: the next loss gets its full waiting time.
    stop()
    inside = []
    for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) inside.push(at)
    if (!inside.some((one) => one.matches('[role=dialog], [role=alertdialog]'))) onPage = inside
  }
  const forget = () => {
    inside = []
  }
  const restore = () => {
    timer = undefined
    if (!isLost()) return
    const isLeft = (one: Element) => one.isConnected && one.matches(PARTS)
    const part = inside.find(isLeft) ?? onPage.find(isLeft) ?? document.getElementById('main')
    forget()
    if (!(part instanceof HTMLElement)) return
    if (!part.hasAttribute('tabindex')) {
      part.tabIndex = -1
      part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
    }
    part.focus({ preventScroll: true })
  }
  const look = () => {
    if (timer !== undefined || !isLost()) return
    timer = setTimeout(() => {
      frame = requestAnimationFrame(restore)
    }, SETTLED_MS)
  }

  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  // After a pointer press elsewhere, the focus is not pulled back.
  document.addEventListener('pointerdown', forget, true)
  return () => {
    stop()
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, true)
  }
}
