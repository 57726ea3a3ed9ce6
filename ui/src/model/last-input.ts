// The key or press that came last. Part of the first load, so that what is pressed before the slip's code has come is
// not lost: see the slip's use-stake-shortcut.ts. A field tells by it whether its error answers Enter.

let last: Event | undefined
for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, (event) => (last = event), true)

export const lastInput = (): Event | undefined => last
