// Why a log was not moved. These codes never change.
import { ToolError } from '#services/platform/process/tool.ts'

export type MoveErrorCode =
  /** A setting is missing or wrong, or there is no ledger. */
  | 'move_settings'
  /** Postgres or EventStoreDB does not answer. */
  | 'move_server'
  /** The other store lost events of the log, or may lose them. */
  | 'move_log'
  /** The product is running. */
  | 'move_product_runs'
  /** The other store holds something other than the log, or somebody else writes to it. */
  | 'move_not_empty'
  /** The log, or its copy, is not what was signed. */
  | 'move_different'

export class MoveError extends ToolError<MoveErrorCode> {
  override readonly name = 'MoveError'
}
