import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Clock, Headphones } from 'lucide-react'
import type { ReactNode } from 'react'
import { spoken } from '../../../../src/channels/mentions/contract'
import { type Message, messageReceipts } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Face } from '../../../shared/kit/Face'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { useEvent } from '../../../shared/live/useEvent'
import { receiptsQuery } from '../api'
import { previewOf } from '../rules/preview'
import { type ReceiptGroup, receiptGroups, type Stage } from '../rules/receipts'

const icons: Record<Stage, ReactNode> = {
  played: <Headphones className="text-primary-ink" />,
  read: <CheckCheck className="tick-read" />,
  delivered: <CheckCheck />,
  waiting: <Clock />,
}

/** Who received, read and played our message in a group; updated while open. */
export function ReceiptsDialog({ message, onClose }: { message: Message; onClose(): void }) {
  const t = useText()
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery(receiptsQuery(message.id))
  useEvent(messageReceipts, ({ messageId }) => {
    if (messageId === message.id) void cache.invalidateQueries({ queryKey: receiptsQuery(messageId).queryKey })
  })
  const { text, word } = previewOf({ ...message, body: spoken(message.body, message.extra?.mentions) })
  return (
    <Dialog open onClose={onClose} title={t('messages.info')} size="sm">
      <div className="dialog-body pt-1!">
        <p dir="auto" className="info-words">
          <span className="line-clamp-3">{word ? t(`tickets.kind.${word}`) : text}</span>
        </p>
        {!data && !error && <Skeleton className="h-24" />}
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.participants.length === 0 && <p className="text-sm text-muted">{t('messages.receipts.nothing')}</p>}
        {receiptGroups(data?.participants ?? []).map((group) => (
          <Group key={group.stage} group={group} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ group: { stage, people } }: { group: ReceiptGroup }) {
  const t = useText()
  const format = useFormat()
  return (
    <section className="receipts" aria-labelledby={`receipts-${stage}`}>
      <h3 id={`receipts-${stage}`}>
        {icons[stage]}
        {t(`messages.receipts.${stage}`)}
        <span className="nums font-normal text-faint">{people.length}</span>
      </h3>
      <ul>
        {people.map(({ participant, at }) => (
          <li key={participant.id}>
            <Face name={participant.name} src={participant.profilePicUrl} size={2} />
            <span className="min-w-0 flex-1 truncate">{participant.name}</span>
            {at && (
              <time className="nums text-xs text-faint" dateTime={at} title={format.dateTime(at)}>
                {format.isSameDay(at, Date.now()) ? format.time(at) : format.shortDateTime(at)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
