/** Whether it cannot be pressed: a button says so without `disabled`, which would take the focus from it. */
export const isOff = (element: Element): boolean => element.matches(':disabled, [aria-disabled="true"]')
