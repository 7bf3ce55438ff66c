import { useAtomValue } from 'jotai/react'
import { Mic, SendHorizontal, StickyNote } from 'lucide-react'
import { Suspense } from 'react'
import { lackOf } from '../../../../src/channels/acts'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'
import { IconButton } from '../../../shared/kit/IconButton'
import { lazyPart } from '../../../shared/lazyPart'
import { AttachMenu } from '../../messages/composer/AttachMenu'
import { EmojiButton } from '../../messages/composer/EmojiButton'
import { canRecord } from '../../messages/composer/recorder'
import type { CarriedDraft } from '../../messages/rules/outgoing'
import { channelTexts } from '../../messages/texts/channels'
import { QuickButton } from './QuickButton'
import { SignButton } from './SignButton'

const NoVoice = lazyPart(() => import('./NoVoice').then((file) => file.NoVoice), channelTexts)
const TextLength = lazyPart(
  () => import('../../messages/composer/TextLength').then((file) => file.TextLength),
  channelTexts,
)

type Props = {
  ticket: TicketSummary
  isNote: boolean
  /** A note is begun. */
  hasNote: boolean
  canSend: boolean
  text: string
  onText(text: string): void
  /** Slot for proposals of module parts. */
  above: HTMLElement | null
  onNote(on: boolean): void
  onRecord(): void
  onSubmit(): void
  onShare(carried: CarriedDraft): void
  onSticker(file: File): void
}

export function ComposerBar(props: Props) {
  const { ticket, isNote, hasNote, canSend, text, onText, above, onNote, onRecord, onSubmit, onShare, onSticker } =
    props
  const t = useText()
  const parts = useAtomValue(deskPartsAtom)
  const noVoice = lackOf(ticket.channel, 'voice')
  return (
    <div className="composer-bar">
      <AttachMenu ticket={ticket} onShare={onShare} onSticker={onSticker} />
      <EmojiButton />
      <QuickButton ticket={ticket} />
      {parts.map(
        ({ name, Composer }) =>
          Composer && <Composer key={name} ticket={ticket} text={text} onText={onText} above={above} />,
      )}
      <span className="mx-1.5 h-4 w-px bg-line" />
      <Button
        size="sm"
        tone="ghost"
        className={classes('note-toggle px-2', hasNote && !isNote && 'note-begun')}
        aria-pressed={isNote}
        aria-label={t('messages.note')}
        title={`${t('messages.note')} (Alt+N)`}
        icon={<StickyNote />}
        onClick={() => onNote(!isNote)}
      >
        <span className="wide-only">{t('messages.note')}</span>
      </Button>
      <SignButton />
      <span className="flex-1" />
      <Suspense>{!isNote && text !== '' && <TextLength channel={ticket.channel} text={text} />}</Suspense>
      <Suspense>{canRecord() && noVoice && <NoVoice lack={noVoice} />}</Suspense>
      {canRecord() && !noVoice && (
        <IconButton className="only-message" label={t('messages.record')} onClick={onRecord}>
          <Mic />
        </IconButton>
      )}
      <Button
        size="sm"
        tone="primary"
        className={classes('ml-1', isNote && 'note-send')}
        disabled={!canSend}
        // Keeps the focus in the text, so that a phone's keyboard stays open.
        onMouseDown={(event) => event.preventDefault()}
        aria-label={isNote ? t('messages.annotate') : t('messages.send')}
        icon={isNote ? <StickyNote /> : <SendHorizontal />}
        onClick={onSubmit}
      >
        <span className="wide-only">{isNote ? t('messages.annotate') : t('messages.send')}</span>
      </Button>
    </div>
  )
}
