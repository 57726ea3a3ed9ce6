/**
 * Call after a button was removed together with its row. Moves the focus to the same button of the row that took its
 * place, or else to the one that places the bet, so that the focus is never lost.
 */
export function focusNext(list: HTMLElement | null, buttons: string, index: number): void {
  const slip = list?.closest('[data-slip]')
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body || !slip?.isConnected) return
    const left = slip.querySelectorAll<HTMLElement>(buttons)
    const next = left[Math.min(index, left.length - 1)] ?? slip.querySelector<HTMLElement>('[data-slip-place]')
    ;(next ?? slip.querySelector<HTMLElement>('[data-slip-close]'))?.focus()
  })
}
