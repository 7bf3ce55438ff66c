import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { refreshAll } from '../../shared/live/live-query'

/** Asks the server again for everything that is shown; what was begun in a field stays. */
export function RefreshButton() {
  const t = useText()
  const client = useQueryClient()
  const [isAsked, ask] = useState(false)
  const isFetching = useIsFetching() > 0
  const refresh = () => {
    ask(true)
    void refreshAll(client).finally(() => ask(false))
  }
  return (
    <IconButton label={t('bar.refresh')} className="not-phone" aria-busy={isAsked || undefined} onClick={refresh}>
      <RotateCw className={isAsked && isFetching ? 'animate-spin' : undefined} />
    </IconButton>
  )
}
