/** Both clocks. `speed`: business seconds per system second. */
type BothClocks = { businessNow(): Date; systemNow(): Date; readonly speed: number }

/**
 * The business time at an instant of system time, for people, who are shown only one clock. It assumes that the product
 * has run since then as it runs now: for an instant before its start the result is too early by as long as it was
 * stopped.
 */
export const inBusinessTime = ({ businessNow, systemNow, speed }: BothClocks, system: Date): Date =>
  new Date(businessNow().getTime() - (systemNow().getTime() - system.getTime()) * speed)
