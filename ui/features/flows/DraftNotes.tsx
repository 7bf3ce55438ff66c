import { CircleAlert } from 'lucide-react'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import type { Draft } from './useDraft'

/** The draft was changed elsewhere, or could not be saved. */
export function DraftNotes({ draft }: { draft: Draft }) {
  const t = useText()
  return (
    <>
      {draft.isOutdated && (
        <Note tone="warning" className="mx-6 mb-3" icon={<CircleAlert />}>
          {t('flows.changed')}{' '}
          <Button
            size="sm"
            tone="plain"
            onClick={() => void draft.load().catch((error: unknown) => toast.failure(error))}
          >
            {t('flows.load')}
          </Button>
        </Note>
      )}
      {draft.failure !== null && !draft.isOutdated && (
        <ErrorNote className="mx-6 mb-3">
          {errorText(t, draft.failure)}{' '}
          <Button size="sm" tone="plain" onClick={() => void draft.save().catch(() => undefined)}>
            {t('flows.retry')}
          </Button>
        </ErrorNote>
      )}
    </>
  )
}
