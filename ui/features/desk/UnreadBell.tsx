import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { lazyPart } from '../../shared/lazyPart'
import { useCountersOf } from './list/useCounters'

const UnreadList = lazyPart(() => import('./UnreadList').then((file) => file.UnreadList))

/** The bell: the number of unread tickets, and their list. */
export function UnreadBell() {
  const t = useText()
  const [open, setOpen] = useState(false)
  const unread = useCountersOf(false)?.unread ?? 0
  const words = unread > 0 ? t('shell.unread', { count: unread }) : t('shell.noUnread')
  return (
    <Popover
      label={words}
      open={open}
      onOpenChange={setOpen}
      className="float-list w-80 p-1"
      trigger={
        <IconButton label={words} badge={unread}>
          <Bell />
        </IconButton>
      }
    >
      <Suspense>
        <UnreadList onGo={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
