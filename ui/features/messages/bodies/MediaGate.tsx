import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, LoaderCircle } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { downloadAgain } from '../api'

/** The file is not here yet, or could not be fetched; then it can be requested again. */
export function MediaGate({ message }: { message: Message }) {
  const t = useText()
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => downloadAgain(message.id),
    onSuccess: (put) => changeLists<Message>(client, ['messages'], { put }),
    onError: (failure) => toast.failure(failure),
  })
  if (message.media?.state === 'missing') {
    return (
      <span className="media-gate" role="status">
        <LoaderCircle className="size-4! animate-spin" />
        {t('messages.downloading')}
      </span>
    )
  }
  const { failure } = message.media ?? {}
  return (
    <span className="media-gate">
      {t(`messages.mediaFailure.${failure ?? 'unavailable'}`)}
      {failure !== 'tooBig' && (
        <Button size="xs" icon={<Download />} busy={again.isPending} onClick={() => again.mutate()}>
          {t('messages.downloadAgain')}
        </Button>
      )}
    </span>
  )
}
