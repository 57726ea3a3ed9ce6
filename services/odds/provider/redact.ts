// Takes the key out of what somebody else wrote: an error page may quote the URL that it was asked for.

/** Replaces the key as it is, and as it is in URLs; `apiKey=` loses whatever follows it. */
export function redacting(apiKey: string): (text: string) => string {
  const forms = [
    ...new Set([apiKey, encodeURIComponent(apiKey), new URLSearchParams({ k: apiKey }).toString().slice(2)]),
  ]
  return (text) =>
    forms
      .reduce((hidden, form) => hidden.replaceAll(form, '***'), text)
      .replace(/(apikey["']?\s*[=:]\s*["']?)[^&\s"'<>,}]+/gi, '$1***')
}
