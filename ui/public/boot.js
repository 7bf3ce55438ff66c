// Runs before the first paint, so that a dark screen never flashes white. The same choice is made in shared/theme/theme.ts.
;(() => {
  var wish = ''
  try {
    wish = (localStorage.getItem('preferredTheme') || '').replace(/"/g, '')
  } catch (_) {}
  var dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'balcao-dark' : 'balcao-light'
})()
