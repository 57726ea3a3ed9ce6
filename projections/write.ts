/**
 * One statement, prepared under its name, at most once in a batch. `rows`: how many it must change; another number
 * means that the rows are not what the log says, and stops the projection.
 */
export type Write = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows?: number
}
