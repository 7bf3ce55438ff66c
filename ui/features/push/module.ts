import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { hostTexts } from './texts/host'

/** How people are notified. Its page is reached from their menu. */
export const push = defineModule({
  name: 'push',
  path: '/notifications',
  texts: [texts, hostTexts, kit],
  page: () => import('./PushPage').then((file) => file.PushPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  strip: {
    order: 1,
    texts: [hostTexts],
    strip: () => import('./PushHost').then((file) => file.PushHost),
  },
})

/** Where other apps of a phone share files to. */
export const share = defineModule({
  name: 'share',
  path: '/share',
  texts: [texts, kit],
  page: () => import('./SharePage').then((file) => file.SharePage),
})
