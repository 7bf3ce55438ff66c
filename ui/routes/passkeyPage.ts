/** Kept apart from its route, so that signing in does not load its texts. */
import { texts } from '../features/connections/texts'
import { passkey } from '../features/connections/texts/passkey'
import { texts as login } from '../features/login/texts'
import { kit } from '../shared/kit/texts'
import { lazyPage } from './lazyPage'

export const openPasskeyPage = lazyPage(
  () => import('../features/connections/passkey/LinkPage').then((file) => file.LinkPage),
  [texts, passkey, kit, login],
)
