import { Bell as BellIcon } from 'lucide-react'
import { Suspense } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Bell } from '../../shared/kit/Bell'
import { lazyPart } from '../../shared/lazyPart'
import { useCountersOf } from './moves/useCounters'

const UnreadList = lazyPart(() => import('./UnreadList').then((file) => file.UnreadList))

/** The bell: the number of unread tickets, and their list. */
export function UnreadBell() {
  const t = useText()
  const unread = useCountersOf(false)?.unread ?? 0
  const words = unread > 0 ? t('shell.unread', { count: unread }) : t('shell.noUnread')
  return (
    <Bell words={words} count={unread} icon={<BellIcon />}>
      {(close) => (
        <Suspense>
          <UnreadList onGo={close} />
        </Suspense>
      )}
    </Bell>
  )
}
