import { useSetAtom } from 'jotai/react'
import { ContactRound, FileText, MapPin, Paperclip, Sticker } from 'lucide-react'
import { useRef } from 'react'
import { isLack, type Lack, messageOver } from '../../../../src/channels/lacks'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { STICKER_LIMIT } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import type { ItemProps } from '../../../shared/kit/menuParts'
import { toast } from '../../../shared/kit/toast'
import { lackText } from '../lacks'
import { isSticker } from '../rules/attachments'
import type { CarriedDraft } from '../rules/outgoing'
import { messageDialogAtom } from '../state'
import { writingTarget } from './box'
import { useAttach } from './files'

type Props = { ticket: TicketSummary; onShare(carried: CarriedDraft): void; onSticker(file: File): void }

/** What can be sent besides text: files, a contact card, a location, a sticker. */
export function AttachMenu({ ticket, onShare, onSticker }: Props) {
  const t = useText()
  const format = useFormat()
  const attach = useAttach(ticket)
  const show = useSetAtom(messageDialogAtom)
  const picker = useRef<HTMLInputElement>(null)
  const ask = (what: 'cards' | 'place') => show({ what, answer: onShare })
  const lackOver = (kind: 'vcard' | 'location' | 'sticker') => {
    const over = messageOver(ticket.channel, { kind, file: null })
    return isLack(over) ? over : undefined
  }
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
        <Carried lack={lackOver('vcard')} icon={<ContactRound />} onSelect={() => ask('cards')}>
          {t('tickets.kind.vcard')}
        </Carried>
        <Carried lack={lackOver('location')} icon={<MapPin />} onSelect={() => ask('place')}>
          {t('tickets.kind.location')}
        </Carried>
        <Carried lack={lackOver('sticker')} icon={<Sticker />} onSelect={() => pickFile('image/webp', stick)}>
          {t('tickets.kind.sticker')}
        </Carried>
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

/** Disabled with the reason where the channel does not take it. */
function Carried({ lack, children, ...item }: ItemProps & { lack: Lack | undefined }) {
  const t = useText()
  return (
    <MenuItem {...item} disabled={lack !== undefined}>
      {children}
      {lack && <small>{lackText(t, lack)}</small>}
    </MenuItem>
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
