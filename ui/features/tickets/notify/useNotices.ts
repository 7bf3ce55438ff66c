import { useParams } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { useEffectEvent, useState } from 'react'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useEvent } from '../../../shared/live/useEvent'
import { useUser } from '../../../shared/session/useUser'
import { volumeAtom } from '../../../shared/volume'
import { concerns } from '../rules/notices'
import { Bell } from './bell'
import { Claims } from './claims'
import { Chime } from './tone'

/** A sound for news, on whichever page one is; mounted once, by the shell. */
export function useNotices(): void {
  const user = useUser()
  const { ticketId: openUuid } = useParams({ strict: false })
  const volume = useAtomValue(volumeAtom)
  const [chime] = useState(() => new Chime())
  const ring = useEffectEvent(() => chime.ring(volume))
  const [bell] = useState(() => new Bell(new Claims(navigator.locks), () => ring()))
  useEvent(messageCreated, (news) => {
    if (!concerns(news, user.id)) return
    const isLooking = document.hasFocus()
    void bell.hear({ messageId: news.message.id, isLooking, isSeen: isLooking && news.ticket.uuid === openUuid })
  })
}
