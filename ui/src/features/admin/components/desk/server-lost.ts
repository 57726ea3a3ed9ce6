import { ApiError } from '#ui/lib/http/api-error.ts'

/** Whether no reply came at all. Every part of the page has this error then, and the frame reports it once. */
export const isServerLost = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** An error that a part of the page has to report itself; null if the frame does. */
export const ownError = (error: unknown): unknown => (isServerLost(error) ? null : error)
