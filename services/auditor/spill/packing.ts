// The form that the values of a map have on disk: MessagePack, in which objects of one shape name it in place of all their keys.
import { Packr, RESET_BUFFER_MODE } from 'msgpackr'

/** As SQLite takes it. */
export type Stored = string | number | Uint8Array

/** The keys of an object, in their order. */
export type Shape = readonly string[]
type Shapes = Shape[] & { sharedLength?: number }

export class Packing {
  readonly #shapes: Shapes
  readonly #packr: Packr

  /** `shapes`: of one that packed what this one is to read. */
  constructor(shapes: readonly Shape[] = []) {
    this.#shapes = [...shapes]
    // sets, too; of more shapes than 32, which is what is shared of itself, objects bring their keys along
    this.#packr = new Packr({ structures: this.#shapes, moreTypes: true })
  }

  /** Bytes last until the next value is packed, by whatever map: SQLite copies them. */
  pack(value: unknown): Stored {
    if (typeof value === 'string' || typeof value === 'number') return value
    return this.#packr.pack(value, RESET_BUFFER_MODE)
  }

  unpack<Value>(stored: Stored): Value {
    return (typeof stored === 'object' ? this.#packr.unpack(stored) : stored) as Value
  }

  /** Those that are named in what was packed. */
  get shapes(): Shape[] {
    return this.#shapes.slice(0, this.#shapes.sharedLength ?? 0).map((keys) => [...keys])
  }
}
