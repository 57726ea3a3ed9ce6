/** Whether a field of a form was left blank, or is missing. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''
