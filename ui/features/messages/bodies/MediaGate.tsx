import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { useLiveState } from '../../../shared/live/LiveProvider'
import { changeLists } from '../../../shared/live/live-query'
import { downloadAgain } from '../api'

/** The file is not downloaded yet, or its download failed; then it can be requested again. */
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

type Props = { url: string; name: string | null; onRetry(): void }

/** The file is stored but cannot be opened: it is damaged, or this browser does not support it. */
export function BrokenMedia({ url, name, onRetry }: Props) {
  const t = useText()
  return (
    <span className="media-gate" role="status">
      {t('messages.notOpened')}
      <Button size="xs" onClick={onRetry}>
        {t('common.retry')}
      </Button>
      <a className={buttonClass('plain', 'xs')} href={url} download={name ?? ''}>
        <Download />
        {t('messages.downloadIt')}
      </a>
    </span>
  )
}

/** Whether the file at an address failed to open. Reset by another address, another attempt, or a reconnection. */
export function useBroken(url: string) {
  const [brokenUrl, setBroken] = useState<string | null>(null)
  const isLive = useLiveState() === 'live'
  const [wasLive, setWasLive] = useState(isLive)
  if (isLive !== wasLive) {
    setWasLive(isLive)
    if (isLive) setBroken(null)
  }
  return { isBroken: brokenUrl === url, onError: () => setBroken(url), retry: () => setBroken(null) }
}
