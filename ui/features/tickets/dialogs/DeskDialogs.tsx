import { useAtomValue } from 'jotai/react'
import { lazy, Suspense } from 'react'
import { deletingAtom, lightboxAtom, newTicketAtom, queueQuestionAtom, shortcutsAtom, transferringAtom } from '../state'
import { DeleteDialog } from './DeleteDialog'
import { NewTicketDialog } from './NewTicketDialog'
import { QueueDialog } from './QueueDialog'
import { ShortcutsDialog } from './ShortcutsDialog'
import { TransferDialog } from './TransferDialog'

const Lightbox = lazy(() => import('../chat/Lightbox').then((file) => ({ default: file.Lightbox })))

/** The desk's windows; each lives only while it is open, and so begins empty. */
export function DeskDialogs() {
  const transferring = useAtomValue(transferringAtom)
  const question = useAtomValue(queueQuestionAtom)
  const isNew = useAtomValue(newTicketAtom)
  const sheet = useAtomValue(shortcutsAtom)
  const picture = useAtomValue(lightboxAtom)
  const deleting = useAtomValue(deletingAtom)
  return (
    <>
      {transferring && <TransferDialog ticket={transferring} />}
      {question && <QueueDialog ticket={question} />}
      {isNew && <NewTicketDialog />}
      {sheet && <ShortcutsDialog />}
      {deleting && <DeleteDialog {...deleting} />}
      {picture && (
        <Suspense>
          <Lightbox />
        </Suspense>
      )}
    </>
  )
}
