import '../../shared/theme/desk.css'
import '../messages/kinds.css'
import { useSetAtom } from 'jotai/react'
import { Suspense, useEffect } from 'react'
import { useText } from '../../shared/i18n/useText'
import { lazyPart } from '../../shared/lazyPart'
import { usePageTitle } from '../../shared/usePageTitle'
import { ChatPane } from './chat/ChatPane'
import { NoTicket } from './chat/NoTicket'
import { DeskDialogs } from './DeskDialogs'
import { closeDialogsAtom } from './dialog'
import { useContactPane } from './drawer/useContactPane'
import { useDeskKeys } from './keys/useDeskKeys'
import { ListPane } from './list/ListPane'
import { useListAddress } from './list/useListAddress'
import { useCounterWatch } from './moves/useCounters'
import { useTypingWatch } from './presence'
import { useOpenUuid } from './useDesk'
import { useIsGone } from './useTicket'

const ContactPane = lazyPart(() => import('./drawer/ContactPane').then((file) => file.ContactPane))

/** Closes dialogs and popups when another ticket is opened. */
function useClosingDialogs(uuid: string | undefined): void {
  const close = useSetAtom(closeDialogsAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on navigation
  useEffect(() => close, [uuid, close])
}

/** Rendered once it is known which list to show. */
export function TicketsPage() {
  return useListAddress() && <Desk />
}

/** The desk: list, conversation, contact. The address determines the open ticket and, on a phone, the visible pane. */
function Desk() {
  const t = useText()
  const uuid = useOpenUuid()
  const [wanted] = useContactPane()
  const isGone = useIsGone(uuid)
  const paneOpen = wanted && !isGone
  useCounterWatch()
  useTypingWatch()
  useClosingDialogs(uuid)
  usePageTitle(t('tickets.title'))
  useDeskKeys()
  return (
    <main
      className="main desk"
      data-view={uuid === undefined ? 'list' : paneOpen ? 'contact' : 'chat'}
      data-contact={paneOpen || undefined}
    >
      <ListPane />
      {uuid === undefined ? <NoTicket /> : <ChatPane uuid={uuid} />}
      {paneOpen && uuid !== undefined && (
        <Suspense fallback={<aside className="desk-contact" data-open />}>
          <ContactPane key={`contact-${uuid}`} uuid={uuid} />
        </Suspense>
      )}
      <DeskDialogs />
    </main>
  )
}
