// The newest version of every event in a table of versions: what the domain folds and decides.
import type { z } from 'zod'

type NewestOf<Versions> = Versions extends { 2: infer Second }
  ? { schema: 2; data: z.infer<Second & z.ZodType> }
  : Versions extends { 1: infer First }
    ? { schema: 1; data: z.infer<First & z.ZodType> }
    : never

/** A union over the types in the table, each in its newest version. */
export type Newest<Table> = { [T in keyof Table]: { type: T } & NewestOf<Table[T]> }[keyof Table]
