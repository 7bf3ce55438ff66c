import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { type FlowDetails, flowUpdated } from '../../../src/features/flows/contract'
import type { Flow } from '../../../src/features/flows/format/contract'
import { useEvent } from '../../shared/live/useEvent'
import { ApiError } from '../../shared/session/failure'
import { flowQuery, saveFlow } from './api'
import { historyOf, move } from './history'

/** Milliseconds after the last change. */
const PAUSE = 900

/** A draft with undo that saves itself. */
export function useDraft(opened: FlowDetails) {
  const client = useQueryClient()
  const { id } = opened
  const [history, step] = useReducer(move<Flow>, opened.flow, historyOf<Flow>)
  const [stored, setStored] = useState(opened)
  const [saved, setSaved] = useState(opened.flow)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isOutdated, setOutdated] = useState(false)
  const revision = useRef(opened.revision)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const flow = history.now
  const latest = useRef({ flow, saved })
  useLayoutEffect(() => {
    latest.current = { flow, saved }
  }, [flow, saved])

  /** The server's answer to what this screen has done. */
  const keep = (next: FlowDetails, isLoaded: boolean) => {
    revision.current = next.revision
    setStored(next)
    setSaved(next.flow)
    latest.current = { flow: isLoaded ? next.flow : latest.current.flow, saved: next.flow }
    client.setQueryData(flowQuery(id).queryKey, next)
    if (isLoaded) step({ do: 'load', to: next.flow })
  }
  /** Saves in sequence, each with the latest state. Throws. */
  const save = (): Promise<void> => {
    const next = async () => {
      const { flow, saved } = latest.current
      if (flow === saved) return
      const answer = await saveFlow(id, { flow, revision: revision.current })
      // The same object as on the screen, so that it counts as saved.
      keep({ ...answer, flow }, false)
      setFailure(null)
    }
    setSaving(true)
    const run = queue.current.then(next, next)
    queue.current = run.catch(() => undefined)
    return run
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) setOutdated(true)
        setFailure(error)
        throw error
      })
      .finally(() => setSaving(false))
  }
  const saveQuietly = () => void save().catch(() => undefined)
  const isChanged = flow !== saved
  const onPause = useEffectEvent(saveQuietly)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    if (!isChanged || isOutdated) return
    const timer = setTimeout(onPause, PAUSE)
    return () => clearTimeout(timer)
  }, [flow, isChanged, isOutdated])
  const onLeave = useEffectEvent(() => {
    if (latest.current.flow !== latest.current.saved && !isOutdated) saveQuietly()
  })
  useEffect(() => () => onLeave(), [])

  useEvent(flowUpdated, (heard) => {
    if (heard.id !== id || heard.revision <= revision.current || isSaving) return
    setOutdated(true)
  })

  return {
    id,
    flow,
    /** Changes with the same key in a row are undone together. */
    change: (to: Flow, key: string | null = null) => step({ do: 'change', to, key }),
    undo: () => step({ do: 'undo' }),
    redo: () => step({ do: 'redo' }),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** As the server last answered. */
    stored,
    revision: () => revision.current,
    isChanged,
    isSaving,
    failure,
    save,
    keep,
    /** Another person has saved. */
    isOutdated,
    async load() {
      const next = await client.fetchQuery({ ...flowQuery(id), staleTime: 0 })
      setOutdated(false)
      setFailure(null)
      keep(next, true)
    },
    /** Files and secrets are not part of the draft. */
    add: (more: Partial<Pick<FlowDetails, 'files' | 'secrets'>>) => setStored((before) => ({ ...before, ...more })),
  }
}
export type Draft = ReturnType<typeof useDraft>
