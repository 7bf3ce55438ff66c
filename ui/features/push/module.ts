import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { bellTexts } from '../escalation/texts/bell'
import { logTexts } from '../escalation/texts/log'
import { numberTexts } from '../escalation/texts/number'
import { texts as messages } from '../messages/texts'
import { channelTexts } from '../messages/texts/channels'
import { texts } from './texts'
import { hostTexts } from './texts/host'

const all = [texts, hostTexts, numberTexts, bellTexts, messages, kit]
const parts = [channelTexts]

/** How people are notified. Its page is reached from their menu. */
export const push = defineModule({
  name: 'push',
  path: '/notifications',
  texts: all,
  textsOfParts: parts,
  page: () => import('./PushPage').then((file) => file.PushPage),
  bell: () => import('../escalation/bell').then((file) => file.bell()),
  isBellForAll: true,
  ticketLog: { texts: [logTexts], kinds: () => import('../escalation/log').then((file) => file.kinds) },
  desk: () => import('./desk').then((file) => file.deskParts),
  strip: {
    order: 1,
    texts: [hostTexts],
    strip: () => import('./PushStrip').then((file) => file.PushStrip),
  },
})

/** Where other apps of a phone share files to. */
export const share = defineModule({
  name: 'share',
  path: '/share',
  texts: all,
  textsOfParts: parts,
  page: () => import('./SharePage').then((file) => file.SharePage),
})
