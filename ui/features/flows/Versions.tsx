import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { discardFlow, fetchVersion, versionsQuery } from './api'
import type { Draft } from './useDraft'

/** The published versions; each can become the draft again. */
export function Versions({ draft }: { draft: Draft }) {
  const t = useText()
  const format = useFormat()
  const { data = [] } = useQuery(versionsQuery(draft.id, draft.stored.version))
  const [isBusy, setBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    await act().catch((error: unknown) => toast.failure(error))
    setBusy(false)
  }
  const discard = async () => {
    await draft.save()
    draft.keep(await discardFlow(draft.id, draft.revision()), true)
    toast.success(t('flows.discarded'))
  }
  return (
    <div className="grid gap-1 p-2">
      {data.length === 0 && <p className="px-2 py-1 text-sm text-muted">{t('flows.noVersions')}</p>}
      <ul className="grid max-h-80 gap-1 overflow-y-auto">
        {data.map(({ version, publishedAt, publishedBy }) => (
          <li key={version} className="flex items-center gap-3 px-2 py-1 text-sm">
            <span className="mr-auto">
              {t('flows.versionBy', { version, date: format.date(publishedAt), name: publishedBy || '–' })}
            </span>
            <Button
              size="xs"
              disabled={isBusy}
              onClick={() => void run(async () => draft.change((await fetchVersion(draft.id, version)).flow))}
            >
              {t('flows.bringBack')}
            </Button>
          </li>
        ))}
      </ul>
      {data.length > 0 && (
        <Button
          size="sm"
          tone="ghost"
          disabled={isBusy || (draft.stored.isPublished && !draft.isChanged)}
          onClick={() => void run(discard)}
        >
          {t('flows.discard')}
        </Button>
      )}
    </div>
  )
}
