import { useAtom } from 'jotai/react'
import { Suspense, useEffect } from 'react'
import { loadTexts } from '../../shared/i18n/language'
import { fetchAhead, lazyPart } from '../../shared/lazyPart'
import { fetchFilesOver } from '../messages/composer/files'
import { MessageDialogs, messageDialogs } from '../messages/dialogs/MessageDialogs'
import type { DialogOfHost } from '../messages/state'
import { channelTexts } from '../messages/texts/channels'
import { failureTexts } from '../messages/texts/failures'
import { dialogAtom } from './dialog'

const NewTicketDialog = lazyPart(() => import('./dialogs/NewTicketDialog').then((file) => file.NewTicketDialog))
const CardTicketDialog = lazyPart(() => import('./dialogs/NewTicketDialog').then((file) => file.CardTicketDialog))
const QueueDialog = lazyPart(() => import('./dialogs/QueueDialog').then((file) => file.QueueDialog))
const TransferDialog = lazyPart(() => import('./dialogs/TransferDialog').then((file) => file.TransferDialog))
const ShortcutsDialog = lazyPart(() => import('./dialogs/ShortcutsDialog').then((file) => file.ShortcutsDialog))
const ForwardDialog = lazyPart(() => import('./dialogs/ForwardDialog').then((file) => file.ForwardDialog))
const CardDialog = lazyPart(() => import('./dialogs/CardDialog').then((file) => file.CardDialog))
const CloseDialog = lazyPart(() => import('./dialogs/CloseDialog').then((file) => file.CloseDialog))
const DeleteTicketDialog = lazyPart(() =>
  import('./dialogs/DeleteTicketDialog').then((file) => file.DeleteTicketDialog),
)

/** Dialogs that must also work offline. */
const ahead = [
  ...messageDialogs,
  () => import('./dialogs/QueueDialog'),
  () => import('./dialogs/TransferDialog'),
  () => import('./dialogs/ShortcutsDialog'),
  () => import('./drawer/ContactPane'),
  () => import('./list/ListEmpty'),
  () => import('./list/SearchList'),
  () => import('./list/FilterPanel'),
  () => import('./list/ChosenBar'),
  () => import('./chat/FindBar'),
  () => import('./composer/ChoosingBar'),
  () => import('../messages/bodies/FilmPlayer'),
  () => import('../messages/bubble/ChoiceBox'),
  () => import('../messages/bubble/EmojiChoice'),
  () => import('../messages/bubble/OutcomeLines'),
  () => import('../messages/composer/CarriedItems'),
  () => import('../messages/composer/EditBox'),
  () => import('../messages/composer/FileTray'),
  () => import('../messages/composer/VoiceRecorder'),
  () => import('./UnreadList'),
  fetchFilesOver,
  () => loadTexts(channelTexts, failureTexts),
]

/** All dialogs of the desk. */
export function DeskDialogs() {
  useEffect(() => void fetchAhead(ahead), [])
  return (
    <>
      <Suspense>
        <TicketDialog />
      </Suspense>
      <MessageDialogs ofHost={drawOfHost} />
    </>
  )
}

/** Mounted only while open, so that it starts empty. */
function TicketDialog() {
  const [dialog, show] = useAtom(dialogAtom)
  const close = () => show(null)
  switch (dialog?.what) {
    case undefined:
      return null
    case 'new':
      return <NewTicketDialog first={dialog.contact ?? null} onClose={close} />
    case 'queue':
      return <QueueDialog ticket={dialog.ticket} onClose={close} />
    case 'transfer':
      return <TransferDialog ticket={dialog.ticket} onClose={close} />
    case 'close':
      return <CloseDialog ticket={dialog.ticket} farewell={dialog.farewell} onClose={close} />
    case 'delete':
      return <DeleteTicketDialog ticket={dialog.ticket} onClose={close} />
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />
  }
}

function drawOfHost(dialog: DialogOfHost, close: () => void) {
  switch (dialog.what) {
    case 'cards':
      return <CardDialog onSend={dialog.answer} onClose={close} />
    case 'forward':
      return <ForwardDialog ticket={dialog.ticket} ids={dialog.ids} onClose={close} />
    case 'write':
      return <CardTicketDialog card={dialog} onClose={close} />
  }
}
