import './desk.css'
import './kinds.css'
import { ChatPane, NoTicket } from './chat/ChatPane'
import { ContactPane } from './details/ContactPane'
import { DeskDialogs } from './dialogs/DeskDialogs'
import { ListPane } from './list/ListPane'
import { useCounterWatch } from './list/useCounters'
import { useNotices } from './notify/useNotices'
import { useContactPane } from './useContactPane'
import { useOpenUuid } from './useDesk'
import { useDeskKeys } from './useDeskKeys'
import { useTypingWatch } from './useTypingWatch'
import { useUnsentGuard } from './useUnsentGuard'

/** The desk: list, conversation, contact. The address says which ticket is open; on a phone also which pane shows. */
export function TicketsPage() {
  const uuid = useOpenUuid()
  const [paneOpen] = useContactPane()
  useCounterWatch()
  useTypingWatch()
  useUnsentGuard()
  useNotices()
  useDeskKeys()
  return (
    <main
      className="main desk"
      data-view={uuid === undefined ? 'list' : paneOpen ? 'contact' : 'chat'}
      data-contact={paneOpen || undefined}
    >
      <ListPane />
      {uuid === undefined ? <NoTicket /> : <ChatPane uuid={uuid} />}
      {paneOpen && uuid !== undefined && <ContactPane key={`contact-${uuid}`} uuid={uuid} />}
      <DeskDialogs />
    </main>
  )
}
