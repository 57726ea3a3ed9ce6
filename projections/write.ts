/**
 * One statement, prepared under its name. `rows`: how many rows it must change; any other number means that the rows do
 * not match the log, and stops the projection.
 */
export type Write = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows?: number
}
