import { useAtom } from 'jotai/react'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/lazyPart'
import { heldAtom } from './openTicket'

const OpenTicketDialog = lazyPart(() => import('./OpenTicketDialog').then((file) => file.OpenTicketDialog))

/** Rendered over any page. */
export function OpenTicketHost() {
  const [held, hold] = useAtom(heldAtom)
  return <Suspense>{held && <OpenTicketDialog held={held} onClose={() => hold(null)} />}</Suspense>
}
