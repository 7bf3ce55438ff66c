import { useAtomValue } from 'jotai/react'
import { useState } from 'react'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useEvent } from '../../../shared/live/useEvent'
import { useUser } from '../../../shared/session/useUser'
import { usePageTitle } from '../../../shared/usePageTitle'
import { volumeAtom } from '../../../shared/volume'
import { useCounters } from '../list/useCounters'
import { rings, titleWith } from '../rules/notices'
import { useOpenUuid } from '../useDesk'
import { Chime } from './tone'

/** A sound for news, and how many in the browser's tab; mounted once, by the page. */
export function useNotices(): void {
  const t = useText()
  const user = useUser()
  const openUuid = useOpenUuid()
  const volume = useAtomValue(volumeAtom)
  const [chime] = useState(() => new Chime())
  usePageTitle(`${titleWith(t('tickets.title'), useCounters()?.unread ?? 0)}`)
  useEvent(messageCreated, (news) => {
    if (rings(news, { userId: user.id, openUuid, isLooking: document.hasFocus() })) chime.ring(volume)
  })
}
