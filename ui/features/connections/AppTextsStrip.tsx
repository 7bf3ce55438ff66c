import { useQuery } from '@tanstack/react-query'
import { MessageCircleReply } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Rich } from '../../shared/kit/Rich'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { connections, connectionsQuery } from '../directory/api'

/** The app on a connection's phone answers by itself, besides us. Shown until an administrator has read it. */
export function AppTextsStrip() {
  const t = useText()
  const { update } = useCrud(connections)
  const found = useQuery(connectionsQuery).data?.find(({ appTexts }) => appTexts === 'found')
  if (!found) return null
  return (
    <aside className="status-strip status-strip-warn" aria-label={t('appTexts.name')}>
      <MessageCircleReply />
      <span>
        <Rich text={t('appTexts.text', { connection: found.name })} />
      </span>
      <Button
        size="sm"
        className="ml-auto"
        onClick={() => void update(found.id, { appTexts: 'seen' }, { appTexts: 'seen' }).catch(toast.failure)}
      >
        {t('appTexts.seen')}
      </Button>
    </aside>
  )
}
