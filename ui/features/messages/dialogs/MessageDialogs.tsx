import { useAtom } from 'jotai/react'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../shared/lazyPart'
import { useBackCloses } from '../../../shared/useHistoryEntry'
import { type DialogOfHost, type MessageDialog, messageDialogAtom } from '../state'
import { channelTexts } from '../texts/channels'

const MessageSheet = lazyPart(() => import('../bubble/MessageSheet').then((file) => file.MessageSheet), channelTexts)
const DeleteDialog = lazyPart(() => import('./DeleteDialog').then((file) => file.DeleteDialog))
const Lightbox = lazyPart(() => import('./Lightbox').then((file) => file.Lightbox))
const GalleryDialog = lazyPart(() => import('../gallery/GalleryDialog').then((file) => file.GalleryDialog))
const ReceiptsDialog = lazyPart(() => import('./ReceiptsDialog').then((file) => file.ReceiptsDialog))
const LocationDialog = lazyPart(() => import('./LocationDialog').then((file) => file.LocationDialog))

/** Dialogs that must also open offline. */
export const messageDialogs = [() => import('../bubble/MessageSheet'), () => import('./DeleteDialog')]

type Props = { ofHost(dialog: DialogOfHost, close: () => void): ReactNode }

/** The dialogs over a conversation, each mounted only while it is open, so that it starts empty. */
export function MessageDialogs(props: Props) {
  const [dialog, show] = useAtom(messageDialogAtom)
  return <Suspense>{dialog && <Shown {...props} dialog={dialog} close={() => show(null)} />}</Suspense>
}

function Shown({ dialog, close, ofHost }: Props & { dialog: MessageDialog; close(): void }) {
  switch (dialog.what) {
    case 'actions':
      return <MessageSheet ticket={dialog.ticket} message={dialog.message} onClose={close} />
    case 'delete':
      return <DeleteDialog ticket={dialog.ticket} message={dialog.message} onClose={close} />
    case 'receipts':
      return <ReceiptsDialog message={dialog.message} isGroup={dialog.isGroup} onClose={close} />
    case 'place':
      return <LocationDialog onSend={dialog.answer} onClose={close} />
    case 'picture':
      return (
        <PictureEntry close={close}>
          <Lightbox message={dialog.message} onClose={close} />
        </PictureEntry>
      )
    case 'gallery':
      return (
        <PictureEntry close={close}>
          <GalleryDialog ticket={dialog.ticket} goTo={dialog.goTo} onClose={close} />
        </PictureEntry>
      )
    default:
      return ofHost(dialog, close)
  }
}

/** On a phone "back" closes the picture. */
function PictureEntry({ close, children }: { close(): void; children: ReactNode }) {
  useBackCloses('picture', close)
  return children
}
