/** What tells both times. `speed`: business seconds per system second. */
type BothClocks = { businessNow(): Date; systemNow(): Date; readonly speed: number }

/**
 * The business time at an instant of system time, for people, who are shown one clock. As if the product had run since then as it
 * runs now: what was before its start is too early by as long as it stood still.
 */
export const inBusinessTime = ({ businessNow, systemNow, speed }: BothClocks, system: Date): Date =>
  new Date(businessNow().getTime() - (systemNow().getTime() - system.getTime()) * speed)
