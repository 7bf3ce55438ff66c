/** Puts shared files into the composer of the conversation that was chosen for them. */
import { useAtom } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { store } from '../../shared/store'
import { messageDraftAtom } from '../messages/composer/drafts'
import { useAttach } from '../messages/composer/files'
import { forgetShared, sharedAtom } from './shared'

function TakeShared({ ticket }: { ticket: TicketSummary }): null {
  const [shared, setShared] = useAtom(sharedAtom)
  const attach = useAttach(ticket)
  const isHere = shared?.ticketId === ticket.id
  const take = useEffectEvent(() => {
    if (!shared) return
    setShared(null)
    if (shared.files.length > 0) attach(shared.files)
    const draft = store.get(messageDraftAtom(ticket.id))
    if (shared.text !== '' && draft === '') store.set(messageDraftAtom(ticket.id), shared.text)
    void forgetShared()
  })
  useEffect(() => {
    if (isHere) take()
  }, [isHere])
  return null
}

export const deskParts: DeskParts = { Above: TakeShared }
