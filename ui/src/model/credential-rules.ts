// Minimum lengths, checked here for comfort; the server checks again.
export const MIN_USERNAME = 3
export const MIN_PASSWORD = 6
/** The screens ask more of those who move other people's money. The server accepts MIN_PASSWORD from everybody. */
export const MIN_ADMIN_PASSWORD = 12
