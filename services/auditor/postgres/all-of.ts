/**
 * The results of work that goes on at the same time. If one fails, waits for the others before it throws: they would
 * otherwise go on using connections that the audit has left.
 */
export async function allOf<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
