import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../shared/lazyPart'
import { useBackCloses } from '../../../shared/useHistoryEntry'
import { MessageSheet } from '../../messages/bubble/MessageSheet'
import { DeleteDialog } from '../../messages/dialogs/DeleteDialog'
import {
  cardAtom,
  deletingAtom,
  forwardingAtom,
  heldAtom,
  lightboxAtom,
  newTicketAtom,
  queueQuestionAtom,
  receiptsAtom,
  removingAtom,
  sharingAtom,
  shortcutsAtom,
  transferringAtom,
  writingToAtom,
} from '../state'
import { QueueDialog } from './QueueDialog'
import { ShortcutsDialog } from './ShortcutsDialog'
import { TransferDialog } from './TransferDialog'

const Lightbox = lazyPart(() => import('../../messages/dialogs/Lightbox').then((file) => file.Lightbox))
const NewTicketDialog = lazyPart(() => import('./NewTicketDialog').then((file) => file.NewTicketDialog))
const ForwardDialog = lazyPart(() => import('./ForwardDialog').then((file) => file.ForwardDialog))
const ReceiptsDialog = lazyPart(() =>
  import('../../messages/dialogs/ReceiptsDialog').then((file) => file.ReceiptsDialog),
)
const CardDialog = lazyPart(() => import('./CardDialog').then((file) => file.CardDialog))
const DeleteTicketDialog = lazyPart(() => import('./DeleteTicketDialog').then((file) => file.DeleteTicketDialog))
const PlaceDialog = lazyPart(() => import('../../messages/dialogs/PlaceDialog').then((file) => file.PlaceDialog))
const CardTicketDialog = lazyPart(() => import('./CardTicketDialog').then((file) => file.CardTicketDialog))

/** The desk's dialogs, each mounted only while it is open, so that it starts empty. */
export function DeskDialogs() {
  const transferring = useAtomValue(transferringAtom)
  const question = useAtomValue(queueQuestionAtom)
  const isNew = useAtomValue(newTicketAtom)
  const sheet = useAtomValue(shortcutsAtom)
  const picture = useAtomValue(lightboxAtom)
  const held = useAtomValue(heldAtom)
  const deleting = useAtomValue(deletingAtom)
  const removing = useAtomValue(removingAtom)
  const forwarding = useAtomValue(forwardingAtom)
  const receipts = useAtomValue(receiptsAtom)
  const card = useAtomValue(cardAtom)
  const writingTo = useAtomValue(writingToAtom)
  return (
    <>
      {transferring && <TransferDialog ticket={transferring} />}
      {question && <QueueDialog ticket={question} />}
      {sheet && <ShortcutsDialog />}
      {held && <MessageSheet {...held} />}
      {deleting && <DeleteDialog {...deleting} />}
      <Suspense>
        {picture && (
          <PictureEntry>
            <Lightbox />
          </PictureEntry>
        )}
        {isNew && <NewTicketDialog />}
        {writingTo && <NewTicketDialog first={writingTo} />}
        {removing && <DeleteTicketDialog ticket={removing} />}
        {forwarding && <ForwardDialog {...forwarding} />}
        {receipts && <ReceiptsDialog message={receipts} />}
        {card && <CardTicketDialog card={card} />}
        <ShareDialog />
      </Suspense>
    </>
  )
}

/** On a phone "back" closes the picture. */
function PictureEntry({ children }: { children: ReactNode }) {
  const show = useSetAtom(lightboxAtom)
  useBackCloses('picture', () => show(null))
  return children
}

/** What the attachment menu offers besides files. */
function ShareDialog() {
  const [sharing, share] = useAtom(sharingAtom)
  if (!sharing) return null
  const Asked = sharing.what === 'card' ? CardDialog : PlaceDialog
  return <Asked onSend={sharing.answer} onClose={() => share(null)} />
}
