// What the desk's lists can be narrowed to and sorted by. Imports nothing, because the browser uses it.

/** How a bettor's account stands. */
export const STANDINGS = ['active', 'blocked', 'owing', 'closing', 'closed'] as const
export const BET_KINDS = ['single', 'parlay'] as const
export const SUSPICION_KINDS = ['timing', 'stake', 'address'] as const
/** Time until the start of a game, or that it has begun. */
export const STARTS_WITHIN = ['started', '1h', '6h', '24h', '7d'] as const
/** Rows of a page; the first unless another one is asked for. */
export const PAGE_SIZES = ['10', '25', '50', '100'] as const

/** The columns that a list can be sorted by. */
export const USER_COLUMNS = ['name', 'balance', 'created'] as const
export const BET_COLUMNS = ['placed', 'stake'] as const
/** `singles`, `parlays`: by what they pay. */
export const LIABILITY_COLUMNS = ['exposure', 'stakes', 'singles', 'parlays'] as const

/** Both orders of each column: 'stake' ascending, '-stake' descending. */
export const sortsOf = <const Column extends string>(columns: readonly Column[]) =>
  columns.flatMap((column) => [column, `-${column}` as const])
/** The column of an order. */
export const columnOf = <Sort extends string>(sort: Sort) =>
  sort.replace('-', '') as Sort extends `-${infer Column}` ? Column : Sort
