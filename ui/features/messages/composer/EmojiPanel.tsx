import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse'
import { useText } from '../../../shared/i18n/useText'
import { emojiData } from './emojiData'

const components = { CategoryHeader, Row, Emoji }

/** Every emoji, searchable in the reader's language. A chunk of its own in the build. */
export function EmojiPanel({ onChoose }: { onChoose(emoji: string): void }) {
  const t = useText()
  return (
    <EmojiPicker.Root
      locale={t.language}
      columns={8}
      resolveEmojiData={() => emojiData(t.language)}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
      className="emoji-root"
    >
      <EmojiPicker.Search
        className="input input-sm input-quiet"
        placeholder={t('messages.findEmoji')}
        aria-label={t('messages.findEmoji')}
        autoFocus
      />
      <EmojiPicker.Viewport className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2" tabIndex={0}>
        <EmojiPicker.Loading className="emoji-note">{t('common.loading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className="emoji-note">{t('messages.noEmoji')}</EmojiPicker.Empty>
        <EmojiPicker.List components={components} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className="emoji-head">
      {category.label}
    </div>
  )
}

/** The library counts rows from 0, ARIA from 1. */
function Row({ 'aria-rowindex': at, ...props }: EmojiPickerListRowProps) {
  return <div {...props} {...(at ? { 'aria-rowindex': at } : {})} className="flex px-1" />
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  const cell = { ...props, 'aria-colindex': (props['aria-colindex'] ?? 0) + 1 }
  return (
    <button type="button" {...cell} className="emoji-one" data-active={emoji.isActive || undefined}>
      {emoji.emoji}
    </button>
  )
}
