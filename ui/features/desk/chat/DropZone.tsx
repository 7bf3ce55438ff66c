import { type DragEvent, type ReactNode, useState } from 'react'
import { windowState } from '../../../../src/channels/windows/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { useUser } from '../../../shared/session/useUser'
import { useAttach } from '../../messages/composer/files'
import { whyNotWrite } from '../../messages/rules/messageActions'

/** Files dropped anywhere on the conversation, composer included, are attached to the next message. */
export function DropZone({ ticket, children }: { ticket: TicketSummary; children: ReactNode }) {
  const t = useText()
  const attach = useAttach(ticket)
  const isShut = windowState(ticket.replyWindow, useNow(15_000)) === 'closed'
  const mayWrite = whyNotWrite(ticket, useUser()) === null && !isShut
  const [over, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => mayWrite && event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the paper clip is everybody's
    <div
      className="drop-zone"
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        attach([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && <div className="drop-here">{t('messages.dropHere')}</div>}
    </div>
  )
}
