/**
 * Chosen files. Pictures are measured before they are sent, so that their bubbles have the right shape from the start.
 */
import { useAtom, useAtomValue } from 'jotai/react'
import type { ChannelKind } from '../../../../src/channels/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { DOCUMENT_LIMIT } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { addFiles, fileKind, shortName } from '../rules/attachments'
import type { OutgoingFile } from '../rules/outgoing'
import { backToWriting } from './box'
import { filesAtom, noteModeAtom } from './drafts'

export type PictureSize = { readonly width: number; readonly height: number }

const known = new WeakMap<File, PictureSize>()

/** Called when a file is chosen. Dimensions of formats that the browser cannot decode stay unknown. */
export async function measurePicture(file: File): Promise<void> {
  if (fileKind(file) !== 'image') return
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return
  known.set(file, { width: bitmap.width, height: bitmap.height })
  bitmap.close()
}

export const sizeOf = (file: File): PictureSize | null => known.get(file) ?? null

/** A file as its bubble shows it while it is being sent. */
export const outgoingFile = (file: File): OutgoingFile => ({
  file,
  url: URL.createObjectURL(file),
  kind: fileKind(file),
  size: sizeOf(file),
})

/** Attaching is at once, so what the channel takes is fetched ahead; until then the server alone refuses a file. */
let filesOver = (_: ChannelKind, files: readonly File[]): readonly File[] => files
export async function fetchFilesOver(): Promise<void> {
  ;({ filesOver } = await import('./filesOver'))
}

/** Attaches files to the current draft, and reports refused ones. */
export function useAttach(ticket: TicketSummary): (added: readonly File[]) => void {
  const t = useText()
  const format = useFormat()
  const [files, setFiles] = useAtom(filesAtom(ticket.id))
  const isNote = useAtomValue(noteModeAtom(ticket.id))
  return (added) => {
    // In a note, hidden attachments would be sent to the contact with the next message.
    if (isNote) return void toast.warning(t('messages.refused.note'))
    const next = addFiles(files, filesOver(ticket.channel, added))
    setFiles(next.files)
    backToWriting()
    for (const file of next.files) void measurePicture(file)
    for (const { reason, file } of next.refused) {
      const name = shortName(file)
      toast.warning(
        reason === 'twice'
          ? t('messages.refused.twice', { file: name })
          : reason === 'empty'
            ? t('messages.refused.empty', { file: name })
            : t('messages.refused.large', { file: name, limit: format.size(DOCUMENT_LIMIT) }),
      )
    }
  }
}
