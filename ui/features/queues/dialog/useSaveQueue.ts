import { useState } from 'react'
import type { QueueDetail } from '../../../../src/queues/contract'
import { useCrud } from '../../../shared/live/useCrud'
import { type OptionRow, type Outline, savedForm } from '../../bot/tree/outline'
import { queues as crud } from '../../directory/api'
import { putOptionFile, putQueueFile, saveOptions } from '../api'
import { changedBody, newBody, type QueueFormValues, type QueueValues } from '../values'

/** What is stored; `queue` is null before it is created. */
export type SavedQueue = {
  readonly queue: QueueDetail | null
  readonly values: QueueFormValues
  readonly rows: Outline
}

/**
 * Saves a queue in steps: itself, its options, their files. After a failure a retry continues with the failed step:
 * nothing is created twice.
 */
export function useSaveQueue(first: SavedQueue) {
  const { create, update } = useCrud(crud)
  const [saved, setSaved] = useState(first)

  async function save(values: QueueValues, rows: Outline, onRows: (rows: Outline) => void): Promise<QueueDetail> {
    let state = saved
    const keep = (changes: Partial<SavedQueue>) => {
      state = { ...state, ...changes }
      setSaved(state)
    }
    const before = state.values
    const stored = { ...before, ...values, file: before.file } as QueueFormValues // the form names every field
    const changes = changedBody(before, values)
    let queue = state.queue
    if (!queue) queue = await create(newBody(before, values))
    else if (Object.keys(changes).length > 0) queue = await update(queue.id, changes)
    keep({ queue, values: stored })

    if (values.file !== undefined) queue = await putQueueFile(queue.id, values.file)
    keep({ queue })

    if (rows === state.rows) return queue
    const options = await saveOptions(queue.id, savedForm(rows))
    let known: OptionRow[] = rows.map((row, at) => ({ ...row, id: options[at]?.id ?? row.id }))
    const remember = (next: OptionRow[]) => {
      known = next
      keep({ rows: known })
      onRows(known)
    }
    remember(known)
    for (const { id, optionType, file, stored } of known) {
      // Removes the file of an option that no longer has one.
      const wanted = optionType === 'Arquivo' ? file : stored ? null : undefined
      if (wanted === undefined) continue
      const { mediaPath, mediaName } = await putOptionFile(id, wanted)
      const now = mediaPath === null ? null : { name: mediaName ?? '', url: mediaPath }
      remember(known.map((row) => (row.id === id ? { ...row, stored: now, file: undefined } : row)))
    }
    return queue
  }
  return { saved, save }
}
