import { useState } from 'react'

type Value = string | undefined

/**
 * A field whose value is in the address, and which is read when it is left. Input that cannot be read stays to be
 * corrected, and counts as no value. `read` returns null for it.
 */
export function useTyped(value: Value, onChange: (value: Value) => void, read: (typed: string) => string | null) {
  /** Null: nothing was typed since the value was set. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [known, setKnown] = useState(value)
  /** The value that the field itself has set, which the address has only moments later. */
  const [asked, setAsked] = useState(value)
  const settle = (next: Value) => {
    setTyped(null)
    setWrong(false)
    setAsked(next)
  }
  // The address has changed: 'Clear', or a step back.
  if (known !== value) {
    setKnown(value)
    if (value !== asked) settle(value)
  }
  const tell = (next: Value) => {
    settle(next)
    if (next !== value) onChange(next)
  }
  return {
    typed,
    isWrong,
    tell,
    type: (text: string) => {
      setTyped(text)
      setWrong(false)
    },
    /** Restores the applied value. */
    undo: () => tell(value),
    leave: () => {
      if (typed === null) return
      if (typed.trim() === '') return tell(undefined)
      const found = read(typed)
      if (found !== null) return tell(found)
      setWrong(true)
      setAsked(undefined)
      if (value !== undefined) onChange(undefined)
    },
  }
}
