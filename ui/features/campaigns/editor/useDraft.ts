import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/contract'
import { changesOf } from '../../../shared/form/changesOf'
import { type Form, showFieldFailures } from '../../../shared/form/useForm'
import { useUser } from '../../../shared/session/useUser'
import { campaigns, putFile } from '../api'
import { bodyOf, type DraftBody, type DraftValues, valuesOf } from '../spec'

/** Delay after the last change. */
const PAUSE = 900

type SavedDraft = { readonly id: number | null; readonly body: DraftBody | null; readonly at: number | null }

/** A draft that saves itself. Without a name nothing is stored: the first save creates it. */
export function useDraft(
  form: Form<DraftValues, DraftValues>,
  values: DraftValues,
  campaign: Campaign | null,
  { isOpen, onMade }: { isOpen: boolean; onMade(id: number): void },
) {
  const client = useQueryClient()
  const { timeZone } = useUser().company
  const [saved, setSaved] = useState<SavedDraft>(() => ({
    id: campaign?.id ?? null,
    body: campaign && bodyOf(valuesOf(campaign, timeZone), timeZone, campaign.status),
    at: campaign && Date.parse(campaign.updatedAt),
  }))
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const latest = useRef(saved)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const stored = useQuery({ ...campaigns.one(saved.id ?? 0), enabled: saved.id !== null }).data ?? campaign
  const wanted = bodyOf(values, timeZone, stored?.status)
  const key = JSON.stringify(wanted)
  const isNameless = wanted.name.length < 2
  const isChanged = saved.body === null || Object.keys(changesOf(saved.body, wanted)).length > 0

  const keep = (row: Campaign, body: DraftBody) => {
    latest.current = { id: row.id, body, at: Date.now() }
    setSaved(latest.current)
    client.setQueryData(campaigns.one(row.id).queryKey, row)
    return row.id
  }
  /** Saves in sequence, each with the latest state. Throws the server's refusals. */
  const save = () => {
    const body = bodyOf(form.getValues(), timeZone, stored?.status)
    const next = async (): Promise<number | null> => {
      const { id, body: before } = latest.current
      if (id === null) {
        if (body.name.length < 2) return null
        const row = await campaigns.create(client, { ...body, draft: true })
        keep(row, body)
        onMade(row.id)
        return row.id
      }
      const { name, ...rest } = before ? changesOf(before, body) : body
      const changes = {
        ...rest,
        ...(name !== undefined && name.length >= 2 && { name }),
        ...('scheduledAt' in rest && { draft: true }),
      }
      if (Object.keys(changes).length === 0) return id
      return keep(await campaigns.update(client, id, changes), { ...body, name: name ?? body.name })
    }
    setSaving(true)
    const run = queue.current.then(next, next)
    queue.current = run.catch(() => undefined)
    return run.finally(() => setSaving(false))
  }
  const saveQuietly = async () => {
    try {
      await save()
      setFailure(null)
    } catch (error) {
      setFailure(showFieldFailures(form, error, { isFocused: false }) ? null : error)
    }
  }
  const onPause = useEffectEvent(() => void saveQuietly())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    if (!isOpen || !isChanged || isNameless) return
    const timer = setTimeout(onPause, PAUSE)
    return () => clearTimeout(timer)
  }, [key, isOpen])
  const onLeave = useEffectEvent(() => {
    if (isOpen && isChanged && !isNameless) void save().catch(() => undefined)
  })
  useEffect(() => () => onLeave(), [])

  return {
    id: saved.id,
    savedAt: saved.at,
    isSaving,
    isChanged,
    isNameless,
    failure,
    /** The server's version; null before the first save. */
    stored,
    /** Key of the stored content: other texts need another dry run and preview. */
    version: JSON.stringify(saved.body),
    save,
    async changeFile(file: File | null) {
      const id = await save()
      if (id === null) return
      const row = await putFile(id, file)
      client.setQueryData(campaigns.one(id).queryKey, row)
    },
  }
}
export type Draft = ReturnType<typeof useDraft>
