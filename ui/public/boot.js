// Runs before the first paint, so that a dark screen never flashes white. The same choice is made in shared/theme/theme.ts.
;(() => {
  var preferred = ''
  try {
    preferred = (localStorage.getItem('preferredTheme') || '').replace(/"/g, '')
  } catch (_) {}
  var dark = preferred === 'dark' || (preferred !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  // Offered later, at a better moment (features/push).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
  })
  document.documentElement.dataset.theme = dark ? 'balcao-dark' : 'balcao-light'
})()
