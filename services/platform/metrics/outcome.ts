// The outcome of a piece of work, and how long it took.

/**
 * Settles as `work` does. `observe` is given the outcome, by `outcomeOf` or as the name of the error, and the seconds
 * that it took.
 */
export async function observed<Result>(
  work: Promise<Result>,
  outcomeOf: (result: Result) => string,
  observe: (outcome: string, seconds: number) => void,
): Promise<Result> {
  const begun = performance.now()
  let outcome = 'Error'
  try {
    const result = await work
    outcome = outcomeOf(result)
    return result
  } catch (error) {
    if (error instanceof Error) outcome = error.name
    throw error
  } finally {
    observe(outcome, (performance.now() - begun) / 1_000)
  }
}
