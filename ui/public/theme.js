// Runs before the first paint, as a file of its own because the content policy allows no inline script.
;(() => {
  let theme = 'dark'
  try {
    if (localStorage.getItem('fairbook.theme') === 'light') theme = 'light'
  } catch {
    // Storage may be forbidden; the default stands.
  }
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#f4f6f8' : '#0b0f14')
})()
