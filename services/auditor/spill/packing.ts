// The form of a map's values on disk: MessagePack, in which an object names its shape instead of all its keys.
import { Packr, RESET_BUFFER_MODE } from 'msgpackr'

/** A value that SQLite can store. */
export type Stored = string | number | Uint8Array

/** The keys of an object, in order. */
export type Shape = readonly string[]
type Shapes = Shape[] & { sharedLength?: number }

export class Packing {
  readonly #shapes: Shapes
  readonly #packr: Packr

  /** `shapes`: of the packing that wrote what this one has to read. */
  constructor(shapes: readonly Shape[] = []) {
    this.#shapes = [...shapes]
    // `moreTypes` adds sets; at most 32 shapes are shared, and objects of further shapes hold their keys themselves
    this.#packr = new Packr({ structures: this.#shapes, moreTypes: true })
  }

  /** The bytes are valid until any map packs its next value, which is enough since SQLite copies them. */
  pack(value: unknown): Stored {
    if (typeof value === 'string' || typeof value === 'number') return value
    return this.#packr.pack(value, RESET_BUFFER_MODE)
  }

  unpack<Value>(stored: Stored): Value {
    return (typeof stored === 'object' ? this.#packr.unpack(stored) : stored) as Value
  }

  /** The shapes that packed values name. */
  get shapes(): Shape[] {
    return this.#shapes.slice(0, this.#shapes.sharedLength ?? 0).map((keys) => [...keys])
  }
}
