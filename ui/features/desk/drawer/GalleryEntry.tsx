import { useSetAtom } from 'jotai/react'
import { Images } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { PHONE, useMedia } from '../../../shared/useMedia'
import { messageDialogAtom } from '../../messages/state'
import { isAttended } from '../rules/presence'
import { arrivalAtom } from '../useDesk'
import { useContactPane } from './useContactPane'

/** Opens the gallery of a conversation; a chosen item is shown in the conversation. */
export function useGallery(ticket: TicketSummary): (() => void) | null {
  const show = useSetAtom(messageDialogAtom)
  const arrive = useSetAtom(arrivalAtom(ticket.id))
  const isPhone = useMedia(PHONE)
  const [, showPane] = useContactPane()
  if (!isAttended(ticket)) return null
  const goTo = (messageId: number) => {
    if (isPhone) showPane(false)
    arrive(messageId)
  }
  return () => show({ what: 'gallery', ticket, goTo })
}

/** Entry in the contact's pane. */
export function GalleryEntry({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const open = useGallery(ticket)
  if (!open) return null
  return (
    <div className="fold">
      <Button size="sm" className="w-full" icon={<Images />} onClick={open}>
        {t('messages.gallery.title')}
      </Button>
    </div>
  )
}
