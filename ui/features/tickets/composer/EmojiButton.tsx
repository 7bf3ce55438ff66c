import { Smile } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { insertInto } from './insertInto'

const EmojiPanel = lazy(() => import('./EmojiPanel').then((file) => ({ default: file.EmojiPanel })))

export function EmojiButton() {
  const t = useText()
  const [open, setOpen] = useState(false)
  const choose = (emoji: string) => {
    const box = document.getElementById('composer')
    if (box instanceof HTMLTextAreaElement) insertInto(box, emoji)
    setOpen(false)
  }
  return (
    <Popover
      label={t('messages.emoji')}
      side="top"
      align="start"
      className="p-0"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={t('messages.emoji')}>
          <Smile />
        </IconButton>
      }
    >
      <div className="emoji-panel">
        <Suspense fallback={<Skeleton className="m-3 h-8" />}>
          <EmojiPanel onChoose={choose} />
        </Suspense>
      </div>
    </Popover>
  )
}
