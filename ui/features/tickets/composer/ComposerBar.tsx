import { Mic, Paperclip, SendHorizontal, StickyNote } from 'lucide-react'
import { useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { cx } from '../../../shared/kit/cx'
import { IconButton } from '../../../shared/kit/IconButton'
import { EmojiButton } from './EmojiButton'
import { canRecord } from './recorder'
import { useAttach } from './useAttach'

type Props = {
  ticket: TicketSummary
  isNote: boolean
  canSend: boolean
  onNote(on: boolean): void
  onRecord(): void
  onSubmit(): void
}

export function ComposerBar({ ticket, isNote, canSend, onNote, onRecord, onSubmit }: Props) {
  const t = useText()
  const attach = useAttach(ticket)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="composer-bar">
      <IconButton className="only-message" label={t('messages.attach')} onClick={() => picker.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          attach([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <EmojiButton />
      <span className="mx-1.5 h-4 w-px bg-line" />
      <Button
        size="sm"
        tone="ghost"
        className={cx('note-toggle px-2')}
        aria-pressed={isNote}
        aria-label={t('messages.note')}
        title={t('messages.note')}
        icon={<StickyNote />}
        onClick={() => onNote(!isNote)}
      >
        <span className="wide-only">{t('messages.note')}</span>
      </Button>
      <span className="flex-1" />
      {canRecord() && (
        <IconButton className="only-message" label={t('messages.record')} onClick={onRecord}>
          <Mic />
        </IconButton>
      )}
      <Button
        size="sm"
        tone="primary"
        className="ml-1"
        disabled={!canSend}
        aria-label={isNote ? t('messages.annotate') : t('messages.send')}
        icon={<SendHorizontal />}
        onClick={onSubmit}
      >
        <span className="wide-only">{isNote ? t('messages.annotate') : t('messages.send')}</span>
      </Button>
    </div>
  )
}
