/** Whether a form field is blank or missing. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''
