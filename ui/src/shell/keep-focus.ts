/** What can have the focus in place of something that was in it. */
const PARTS = 'li, article, aside, form, fieldset, section, [role=tabpanel], [role=dialog], [role=alertdialog], main'

/** By then, and a frame later, whoever knows better where the focus goes has moved it. */
const SETTLED_MS = 100

/**
 * What has the focus may go, with its row or because it did what it was for. The focus then goes to the smallest part of the page
 * around it that is left, from where keys and screen readers go on: it would be nowhere. Returns how to end it.
 */
export function keepFocus(): () => void {
  let inside: Element[] = []
  /** The same, but where a dialog is open: around what opened it. */
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
    // found again: the next loss has a time of its own
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
  // who goes elsewhere with the pointer is not to be called back
  document.addEventListener('pointerdown', forget, true)
  return () => {
    stop()
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, true)
  }
}
