// Runs before the first paint. A file of its own, because the content security policy forbids inline scripts.
;(() => {
  let theme = 'dark'
  try {
    if (localStorage.getItem('fairbook.theme') === 'light') theme = 'light'
  } catch {
    // Storage may be blocked: keep the default.
  }
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#f4f6f8' : '#0b0f14')
})()
