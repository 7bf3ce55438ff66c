import { useMutation } from '@tanstack/react-query'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { type Letter, sendFile } from '../chat/sendFile'
import { stickerOf } from '../pictures/room'
import { showRefusal } from '../useCommand'

const STICKERS = ['😍', '😂', '🥹', '🤔', '😱', '👏', '🎉', '💙', '🛋️', '🐶', '🚚', '☕']

/** Chooses among generated stickers. */
export function StickerDialog({ letter, onSent, onClose }: { letter: Letter; onSent(): void; onClose(): void }) {
  const t = useText()
  const send = useMutation({
    mutationFn: async (emoji: string) => sendFile(letter, 'sticker', await stickerOf(emoji)),
    onSuccess: onSent,
    onError: showRefusal,
  })
  return (
    <Dialog open onClose={onClose} size="sm" title={t('simulator.kind.sticker')}>
      <div className="dialog-body grid grid-cols-[repeat(4,1fr)] gap-1">
        {STICKERS.map((emoji) => (
          <button
            className="aspect-[1] rounded-box type-4xl leading-none cursor-pointer hover:bg-hover"
            key={emoji}
            type="button"
            aria-label={t('simulator.sendSticker', { emoji })}
            disabled={send.isPending}
            onClick={() => send.mutate(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
