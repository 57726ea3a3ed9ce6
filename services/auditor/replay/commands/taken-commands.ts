// The commands that streams have taken lately, in arrays of numbers: as objects they were half of the heap, and every
// garbage collection went through them.
import type { Part } from '../../spill/kept-file.ts'

/**
 * `first`: version of the command's first event. Everything else is of its last event so far; times in milliseconds.
 */
export type Taken = {
  readonly first: number
  readonly at: number
  readonly number: number
  readonly version: number
  readonly recordedAt: number
}

const FIELDS = 5
/** Words of 32 bits: four for the command's id, one for the ordinal of its stream. */
const KEY_WORDS = 5
/** A power of two, so that doubling keeps the number of slots one. */
const ENTRIES_AT_FIRST = 256
const SLOTS_PER_ENTRY = 2

/** The key of the current call; `id` is a view of its first four words. Shared, so that a call allocates nothing. */
const key = new Uint32Array(KEY_WORDS)
const id = Buffer.from(key.buffer)
let written = ''

type WrittenHalf = { readonly keys: Uint32Array; readonly fields: Float64Array }
export type WrittenCommands = { readonly young: WrittenHalf; readonly old: WrittenHalf }

/** Forgets the oldest commands, so that its memory does not grow with the log. */
export class TakenCommands implements Part<WrittenCommands> {
  /** Two halves by age: the older one is dropped as a whole. */
  #young = new Half()
  #old = new Half()
  readonly #half: number

  constructor(size: number) {
    this.#half = Math.ceil(size / 2)
  }

  write(): WrittenCommands {
    return { young: this.#young.write(), old: this.#old.write() }
  }

  read({ young, old }: WrittenCommands): void {
    this.#young = Half.of(young)
    this.#old = Half.of(old)
  }

  /** `command`: 32 hexadecimal digits. `stream`: its ordinal. */
  get(command: string, stream: number): Taken | undefined {
    setKey(command, stream)
    return this.#young.get() ?? this.#old.get()
  }

  set(command: string, stream: number, taken: Taken): void {
    setKey(command, stream)
    if (this.#young.size >= this.#half) {
      const emptied = this.#old.emptied()
      this.#old = this.#young
      this.#young = emptied
    }
    this.#young.set(taken)
  }
}

function setKey(command: string, stream: number): void {
  // a command is looked up just before it is set: the id is decoded once
  if (command !== written) id.write(command, 'hex')
  written = command
  key[KEY_WORDS - 1] = stream
}

/** A hash table with open addressing. */
class Half {
  size = 0
  #keys = new Uint32Array(ENTRIES_AT_FIRST * KEY_WORDS)
  #fields = new Float64Array(ENTRIES_AT_FIRST * FIELDS)
  /** The entry in each slot, counted from 1; 0 if the slot is free. */
  #slots = new Uint32Array(ENTRIES_AT_FIRST * SLOTS_PER_ENTRY)

  write(): WrittenHalf {
    return {
      keys: this.#keys.slice(0, this.size * KEY_WORDS),
      fields: this.#fields.slice(0, this.size * FIELDS),
    }
  }

  static of({ keys, fields }: WrittenHalf): Half {
    const half = new Half()
    while (fields.length >= half.#fields.length) half.#grow()
    half.#keys.set(keys)
    half.#fields.set(fields)
    half.size = fields.length / FIELDS
    half.#seat()
    return half
  }

  /** Clears it and keeps its memory. */
  emptied(): this {
    this.size = 0
    this.#slots.fill(0)
    return this
  }

  get(): Taken | undefined {
    const entry = this.#slots[this.#slotOf(key, 0)]!
    if (entry === 0) return undefined
    const [first = 0, at = 0, number = 0, version = 0, recordedAt = 0] = this.#fields.subarray(
      (entry - 1) * FIELDS,
      entry * FIELDS,
    )
    return { first, at, number, version, recordedAt }
  }

  set({ first, at, number, version, recordedAt }: Taken): void {
    const slot = this.#slotOf(key, 0)
    if (this.#slots[slot] === 0) {
      this.#keys.set(key, this.size * KEY_WORDS)
      this.size += 1
      this.#slots[slot] = this.size
    }
    const from = (this.#slots[slot]! - 1) * FIELDS
    this.#fields[from] = first
    this.#fields[from + 1] = at
    this.#fields[from + 2] = number
    this.#fields[from + 3] = version
    this.#fields[from + 4] = recordedAt
    if (this.size * FIELDS === this.#fields.length) this.#grow()
  }

  /** The slot of the key at `from`, or the free slot where it belongs. */
  #slotOf(keys: Uint32Array, from: number): number {
    const last = this.#slots.length - 1
    let slot = 0
    for (let word = 0; word < KEY_WORDS; word++) slot = Math.imul(slot ^ keys[from + word]!, 0x9e3779b1)
    for (slot = (slot >>> 7) & last; ; slot = (slot + 1) & last) {
      const entry = this.#slots[slot]!
      if (entry === 0 || this.#isKey(entry - 1, keys, from)) return slot
    }
  }

  #isKey(entry: number, keys: Uint32Array, from: number): boolean {
    for (let word = 0; word < KEY_WORDS; word++) {
      if (this.#keys[entry * KEY_WORDS + word] !== keys[from + word]) return false
    }
    return true
  }

  #grow(): void {
    const [keys, fields] = [this.#keys, this.#fields]
    this.#keys = new Uint32Array(keys.length * 2)
    this.#keys.set(keys)
    this.#fields = new Float64Array(fields.length * 2)
    this.#fields.set(fields)
    this.#slots = new Uint32Array(this.#slots.length * 2)
    this.#seat()
  }

  /** Puts every entry in a slot. */
  #seat(): void {
    this.#slots.fill(0)
    for (let entry = 0; entry < this.size; entry++) this.#slots[this.#slotOf(this.#keys, entry * KEY_WORDS)] = entry + 1
  }
}
