/** Whether it cannot be pressed. Our buttons use aria-disabled, because `disabled` would drop the focus. */
export const isOff = (element: Element): boolean => element.matches(':disabled, [aria-disabled="true"]')
