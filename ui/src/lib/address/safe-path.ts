/**
 * The path to return to after signing in: same origin only, never /login itself. Anything else becomes '/', because an
 * attacker can set the parameter: 'https://elsewhere', '//elsewhere', '/\\elsewhere', 'javascript:…'.
 */
export function safePath(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return '/'
  const base = 'http://fairbook.invalid'
  try {
    const url = new URL(target, base)
    if (url.origin !== base || url.pathname.startsWith('//')) return '/'
    if (url.pathname === '/login' || url.pathname.startsWith('/login/')) return '/'
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return '/'
  }
}
