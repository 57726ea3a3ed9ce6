// The provider's errors: status, code, and the page that explains them.
const DETAILS = 'https://the-odds-api.com/liveapi/guides/v4/api-error-codes.html'

export class FeedError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  get body(): { message: string; error_code: string; details_url: string } {
    const anchor = this.code.toLowerCase().replaceAll('_', '-')
    return { message: this.message, error_code: this.code, details_url: `${DETAILS}#${anchor}` }
  }
}

export const invalidParameter = (code: string, message: string): FeedError => new FeedError(422, code, message)
export const unknownSport = (): FeedError => new FeedError(404, 'UNKNOWN_SPORT', 'Unknown sport')
export const eventNotFound = (): FeedError =>
  new FeedError(404, 'EVENT_NOT_FOUND', 'Event not found. The event may have expired or the event id is invalid')
export const tooFrequent = (): FeedError =>
  new FeedError(429, 'EXCEEDED_FREQ_LIMIT', 'Requests are too frequent. Please wait and try again')
export const outOfCredits = (): FeedError =>
  new FeedError(
    401,
    'OUT_OF_USAGE_CREDITS',
    'Usage quota has been reached. See usage plans at https://the-odds-api.com',
  )
