import { useAtom, useAtomValue } from 'jotai/react'
import { lazy, Suspense } from 'react'
import { MessageSheet } from '../chat/MessageSheet'
import {
  cardAtom,
  deletingAtom,
  forwardingAtom,
  heldAtom,
  lightboxAtom,
  newTicketAtom,
  queueQuestionAtom,
  receiptsAtom,
  sharingAtom,
  shortcutsAtom,
  transferringAtom,
} from '../state'
import { DeleteDialog } from './DeleteDialog'
import { QueueDialog } from './QueueDialog'
import { ShortcutsDialog } from './ShortcutsDialog'
import { TransferDialog } from './TransferDialog'

const Lightbox = lazy(() => import('../chat/Lightbox').then((file) => ({ default: file.Lightbox })))
const NewTicketDialog = lazy(() => import('./NewTicketDialog').then((file) => ({ default: file.NewTicketDialog })))
const ForwardDialog = lazy(() => import('./ForwardDialog').then((file) => ({ default: file.ForwardDialog })))
const ReceiptsDialog = lazy(() => import('./ReceiptsDialog').then((file) => ({ default: file.ReceiptsDialog })))
const CardDialog = lazy(() => import('./CardDialog').then((file) => ({ default: file.CardDialog })))
const PlaceDialog = lazy(() => import('./PlaceDialog').then((file) => ({ default: file.PlaceDialog })))
const CardTicketDialog = lazy(() => import('./CardTicketDialog').then((file) => ({ default: file.CardTicketDialog })))

/** The desk's windows; each lives only while it is open, and so begins empty. */
export function DeskDialogs() {
  const transferring = useAtomValue(transferringAtom)
  const question = useAtomValue(queueQuestionAtom)
  const isNew = useAtomValue(newTicketAtom)
  const sheet = useAtomValue(shortcutsAtom)
  const picture = useAtomValue(lightboxAtom)
  const held = useAtomValue(heldAtom)
  const deleting = useAtomValue(deletingAtom)
  const forwarding = useAtomValue(forwardingAtom)
  const receipts = useAtomValue(receiptsAtom)
  const card = useAtomValue(cardAtom)
  return (
    <>
      {transferring && <TransferDialog ticket={transferring} />}
      {question && <QueueDialog ticket={question} />}
      {sheet && <ShortcutsDialog />}
      {held && <MessageSheet {...held} />}
      {deleting && <DeleteDialog {...deleting} />}
      <Suspense>
        {picture && <Lightbox />}
        {isNew && <NewTicketDialog />}
        {forwarding && <ForwardDialog {...forwarding} />}
        {receipts && <ReceiptsDialog message={receipts} />}
        {card && <CardTicketDialog card={card} />}
        <ShareDialog />
      </Suspense>
    </>
  )
}

/** What the paper clip offers besides files. */
function ShareDialog() {
  const [sharing, share] = useAtom(sharingAtom)
  if (!sharing) return null
  const Asked = sharing.what === 'card' ? CardDialog : PlaceDialog
  return <Asked onSend={sharing.answer} onClose={() => share(null)} />
}
