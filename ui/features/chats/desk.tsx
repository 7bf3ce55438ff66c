/** Sharing a conversation with colleagues. */
import { useAtom, useSetAtom } from 'jotai/react'
import { MessageCircleMore } from 'lucide-react'
import { Suspense } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useText } from '../../shared/i18n/useText'
import { MenuItem } from '../../shared/kit/Menu'
import { lazyPart } from '../../shared/lazyPart'
import { ofSession } from '../../shared/session/ofPerson'

const ShareDialog = lazyPart(() => import('./ShareDialog').then((file) => file.ShareDialog))

const sharedAtom = ofSession<TicketSummary | null>(null)

function ShareItem({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const share = useSetAtom(sharedAtom)
  return (
    <MenuItem icon={<MessageCircleMore />} onSelect={() => share(ticket)}>
      {t('chats.share.action')}
    </MenuItem>
  )
}

/** The dialog over the desk. */
function ShareHost({ ticket }: { ticket: TicketSummary }) {
  const [shared, share] = useAtom(sharedAtom)
  if (shared?.id !== ticket.id) return null
  return (
    <Suspense>
      <ShareDialog ticket={ticket} onClose={() => share(null)} />
    </Suspense>
  )
}

export const deskParts: DeskParts = { MenuItems: ShareItem, Head: ShareHost }
