import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  ArrowRightLeft,
  CheckCheck,
  EllipsisVertical,
  Images,
  Keyboard,
  MailOpen,
  PanelRight,
  Search,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem, MenuSeparator } from '../../../shared/kit/Menu'
import { useMay, useUser } from '../../../shared/session/useUser'
import { PHONE, useMedia } from '../../../shared/useMedia'
import { attends } from '../../messages/rules/messageActions'
import { dialogAtom } from '../dialog'
import { useGallery } from '../drawer/GalleryEntry'
import { useContactPane } from '../drawer/useContactPane'
import { useMoves } from '../moves/useMoves'
import { isAttended } from '../rules/presence'
import { findingAtom } from '../useDesk'

/** Less frequent actions on a ticket, and those that do not fit into a narrow header. */
export function ChatMenu({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const moves = useMoves()
  const isPhone = useMedia(PHONE)
  const isMovable = attends(useUser(), ticket)
  const ask = useSetAtom(dialogAtom)
  const [, showPane] = useContactPane()
  const find = useSetAtom(findingAtom)
  const parts = useAtomValue(deskPartsAtom)
  const openGallery = useGallery(ticket)
  const mayDelete = useMay()('ticket-options:deleteTicket')
  return (
    <Menu
      trigger={
        <IconButton label={t('messages.more')}>
          <EllipsisVertical />
        </IconButton>
      }
    >
      {isPhone && (
        <MenuItem icon={<PanelRight />} onSelect={() => showPane(true)}>
          {t('messages.contactPane')}
        </MenuItem>
      )}
      {isAttended(ticket) && (
        <MenuItem icon={<Search />} hint={isPhone ? undefined : 'Ctrl F'} onSelect={() => find(ticket.id)}>
          {t('messages.find.title')}
        </MenuItem>
      )}
      {openGallery && (
        <MenuItem icon={<Images />} onSelect={openGallery}>
          {t('messages.gallery.title')}
        </MenuItem>
      )}
      {isMovable && ticket.status === 'open' && (
        <MenuItem icon={<Undo2 />} hint={isPhone ? undefined : 'R'} onSelect={() => moves.giveBack(ticket)}>
          {t('tickets.return')}
        </MenuItem>
      )}
      {isPhone && isMovable && ticket.status !== 'closed' && (
        <MenuItem icon={<ArrowRightLeft />} onSelect={() => ask({ what: 'transfer', ticket })}>
          {t('tickets.transfer')}
        </MenuItem>
      )}
      {isMovable && ticket.status !== 'closed' && (
        <MenuItem icon={<CheckCheck />} onSelect={() => moves.close(ticket, 'silently')}>
          {t('tickets.closeSilently')}
        </MenuItem>
      )}
      {parts.map(({ name, MenuItems }) => MenuItems && <MenuItems key={name} ticket={ticket} />)}
      <MenuItem icon={<MailOpen />} onSelect={() => moves.markUnread(ticket)}>
        {t('tickets.markUnread')}
      </MenuItem>
      {mayDelete && (
        <MenuItem icon={<Trash2 />} danger onSelect={() => ask({ what: 'delete', ticket })}>
          {t('tickets.delete.action')}
        </MenuItem>
      )}
      {!isPhone && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Keyboard />} hint="?" onSelect={() => ask({ what: 'shortcuts' })}>
            {t('tickets.shortcuts.title')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
