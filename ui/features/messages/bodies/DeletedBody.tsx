import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { useMay } from '../../../shared/session/useUser'
import { deletedQuery } from '../api'
import { BubbleMeta } from '../bubble/BubbleMeta'

/** A deleted message; users with permission can show its text. */
export function DeletedBody({ message, writer }: { message: Message; writer: string }) {
  const t = useText()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>
        <Ban />
        {message.fromMe ? t('messages.deleted') : t('messages.deletedBy', { name: writer })}{' '}
        <BubbleMeta message={message} className="not-italic" />
      </p>
      {may('ticket-messages:seeDeleted') && message.id > 0 && (
        <button
          type="button"
          className="min-h-6 cursor-pointer type-xs font-semibold not-italic underline underline-offset-2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('messages.hideDeleted') : t('messages.seeDeleted')}
        </button>
      )}
      {isOpen && <WhatItSaid messageId={message.id} />}
    </>
  )
}

function WhatItSaid({ messageId }: { messageId: number }) {
  const t = useText()
  const { data, isError } = useQuery(deletedQuery(messageId))
  if (isError) return <p>{t('messages.notFound')}</p>
  if (!data) return <p>{t('common.loading')}</p>
  return (
    <div className="mt-1 grid gap-1 not-italic" role="status">
      {data.oldMessages.map(({ body, at }) => (
        <p key={at + body} dir="auto" className="line-through">
          {body}
        </p>
      ))}
      {data.body && (
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {data.body}
        </p>
      )}
      {data.mediaUrl && (
        <a className="underline" href={data.mediaUrl} target="_blank" rel="noreferrer">
          {data.media?.name ?? t('messages.openFile')}
        </a>
      )}
    </div>
  )
}
