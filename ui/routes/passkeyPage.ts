/** Apart from its route, so that nobody who signs in loads the texts of it. */
import { texts } from '../features/connections/texts'
import { passkey } from '../features/connections/texts/passkey'
import { texts as login } from '../features/login/texts'
import { kit } from '../shared/kit/texts'
import { lazyPage } from './lazyPage'

export const openPasskeyPage = lazyPage(
  () => import('../features/connections/passkey/LinkPage').then((file) => file.LinkPage),
  [texts, passkey, kit, login],
)
