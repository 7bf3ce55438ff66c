import { useSetAtom } from 'jotai/react'
import { FileText, Paperclip } from 'lucide-react'
import { Suspense, useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { STICKER_LIMIT } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { toast } from '../../../shared/kit/toast'
import { lazyPart } from '../../../shared/lazyPart'
import { isSticker } from '../rules/attachments'
import type { CarriedDraft } from '../rules/outgoing'
import { messageDialogAtom } from '../state'
import { channelTexts } from '../texts/channels'
import { writingTarget } from './box'
import { useAttach } from './files'

const CarriedItems = lazyPart(() => import('./CarriedItems').then((file) => file.CarriedItems), channelTexts)

type Props = { ticket: TicketSummary; onShare(carried: CarriedDraft): void; onSticker(file: File): void }

/** What can be sent besides text: files, a contact card, a location, a sticker. */
export function AttachMenu({ ticket, onShare, onSticker }: Props) {
  const t = useText()
  const format = useFormat()
  const attach = useAttach(ticket)
  const show = useSetAtom(messageDialogAtom)
  const picker = useRef<HTMLInputElement>(null)
  const ask = (what: 'cards' | 'place') => show({ what, answer: onShare })
  const stick = (file: File) => {
    if (isSticker(file)) onSticker(file)
    else toast.warning(t('messages.noSticker', { limit: format.size(STICKER_LIMIT) }))
  }
  return (
    <>
      <Menu
        align="start"
        side="top"
        finalFocus={writingTarget}
        trigger={
          <IconButton className="only-message" label={t('messages.attach')}>
            <Paperclip />
          </IconButton>
        }
      >
        <MenuItem icon={<FileText />} onSelect={() => picker.current?.click()}>
          {t('messages.attachFiles')}
        </MenuItem>
        <Suspense>
          <CarriedItems channel={ticket.channel} onAsk={ask} onSticker={() => pickFile('image/webp', stick)} />
        </Suspense>
      </Menu>
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
    </>
  )
}

/** Opens the browser's file dialog for one file. */
function pickFile(accept: string, then: (file: File) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept })
  input.onchange = () => {
    const file = input.files?.[0]
    if (file) then(file)
  }
  input.click()
}
