import { ApiError } from '#ui/lib/http/api-error.ts'

/** Whether no reply came: every part of the page has this error then, and the frame tells it once. */
export const isServerLost = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** What a part of the page has to tell by itself; null where the frame does. */
export const ownError = (error: unknown): unknown => (isServerLost(error) ? null : error)
