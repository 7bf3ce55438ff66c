/**
 * Starts the screens: theme and texts first; visitors with a session then see their page, all others the sign-in page.
 */
import './shared/theme/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'jotai/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './routes/router'
import { backend } from './shared/i18n/backend-texts'
import { loadTexts } from './shared/i18n/language'
import { IconStyle } from './shared/kit/icons'
import { refuseDrops } from './shared/refuseDrops'
import { onSessionEnd } from './shared/session/access'
import { comingBack } from './shared/session/comingBack'
import { store } from './shared/store'
import { common } from './shared/texts'
import { followTheme } from './shared/theme/theme'

followTheme()
refuseDrops()
const router = createAppRouter()
onSessionEnd((goodbye) => {
  const search = goodbye && { ...goodbye, ...comingBack(router.state.location.href) }
  void router.navigate({ to: '/login', search: search ?? {} })
})

const page = document.getElementById('root')
if (!page) throw new Error('index.html has no #root')
await loadTexts(common, backend)
createRoot(page).render(
  <StrictMode>
    <Provider store={store}>
      <IconStyle>
        <RouterProvider router={router} />
      </IconStyle>
    </Provider>
  </StrictMode>,
)
