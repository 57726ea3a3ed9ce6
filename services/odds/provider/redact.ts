// Removes the key from text that others wrote: an error page may quote the URL that was requested.

/** Replaces the key as it is, and as it is encoded in URLs; `apiKey=` loses whatever follows it. */
export function redacting(apiKey: string): (text: string) => string {
  const forms = [
    ...new Set([apiKey, encodeURIComponent(apiKey), new URLSearchParams({ k: apiKey }).toString().slice(2)]),
  ]
  return (text) =>
    forms
      .reduce((hidden, form) => hidden.replaceAll(form, '***'), text)
      .replace(/(apikey["']?\s*[=:]\s*["']?)[^&\s"'<>,}]+/gi, '$1***')
}
