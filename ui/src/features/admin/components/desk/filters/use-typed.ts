import { useState } from 'react'

type Value = string | undefined

/**
 * A field whose value stands in the address and is read when the field is left. What is not understood stays to be mended, and counts as
 * none. `read`: null for what it does not understand.
 */
export function useTyped(value: Value, onChange: (value: Value) => void, read: (typed: string) => string | null) {
  /** Null: nothing since the value came. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [known, setKnown] = useState(value)
  /** What the field itself asked for: the address says so some moments later. */
  const [asked, setAsked] = useState(value)
  const settle = (next: Value) => {
    setTyped(null)
    setWrong(false)
    setAsked(next)
  }
  // another address: 'Clear', or a step back
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
    /** Takes back what was typed. */
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
