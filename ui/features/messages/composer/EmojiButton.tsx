import { Smile } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { lazyPart } from '../../../shared/lazyPart'
import { composer, insertInto, writingTarget } from './box'

const EmojiPanel = lazyPart(() => import('./EmojiPanel').then((file) => file.EmojiPanel))

/** Stays open, because users often choose several emojis. */
export function EmojiButton() {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('messages.emoji')}
      side="top"
      align="start"
      className="p-0"
      open={open}
      onOpenChange={setOpen}
      finalFocus={writingTarget}
      trigger={
        <IconButton label={t('messages.emoji')}>
          <Smile />
        </IconButton>
      }
    >
      <div className="emoji-panel">
        <Suspense fallback={<Skeleton className="m-3 h-8" />}>
          <EmojiPanel onChoose={write} />
        </Suspense>
      </div>
    </Popover>
  )
}

/** Inserts at the cursor while the focus stays in the emoji panel. */
function write(emoji: string): void {
  const box = composer()
  if (!box) return
  const chosenFrom = document.activeElement
  insertInto(box, emoji)
  if (chosenFrom instanceof HTMLElement) chosenFrom.focus()
}
