// The last key or pointer press. Part of the first load, so that keys pressed before the slip's code has loaded are not
// lost: see the slip's use-stake-shortcut.ts. A text field also uses it to tell whether its error came after Enter.

let last: Event | undefined
for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, (event) => (last = event), true)

export const lastInput = (): Event | undefined => last
