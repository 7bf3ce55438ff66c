import { useState } from 'react'
import type { Problem, Warning } from '../../../src/features/flows/check'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { publishFlow } from './api'
import type { Draft } from './useDraft'

type Findings = { problems: readonly Problem[]; warnings: readonly Warning[]; go(id: string): void }

/** Publishes the draft: leads to the first problem, and asks first if there are warnings. */
export function usePublish(draft: Draft, { problems, warnings, go }: Findings) {
  const t = useText()
  const [isPublishing, setPublishing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const publish = async () => {
    setAsking(false)
    setPublishing(true)
    try {
      await draft.save()
      const next = await publishFlow(draft.id, draft.revision())
      draft.keep({ ...next, flow: draft.flow }, false)
      toast.success(t('flows.publishedNow', { version: next.version ?? 1 }))
    } catch (error) {
      toast.failure(error)
    } finally {
      setPublishing(false)
    }
  }
  return {
    isPublishing,
    isAsking,
    stopAsking: () => setAsking(false),
    publish: () => void publish(),
    tryToPublish() {
      const [first] = problems
      if (first) go(first.node)
      else if (warnings.length > 0) setAsking(true)
      else void publish()
    },
  }
}
