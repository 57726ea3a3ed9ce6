// Minimum lengths, checked here for convenience; the server checks again.
export const MIN_USERNAME = 3
export const MIN_PASSWORD = 6
/**
 * For admins, who move other people's money. Only the screens require it; the server accepts MIN_PASSWORD from
 * everyone.
 */
export const MIN_ADMIN_PASSWORD = 12
