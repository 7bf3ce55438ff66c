import { useAtom } from 'jotai/react'
import { DOCUMENT_LIMIT } from '../../../src/tickets/messages/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { backToWriting } from '../messages/composer/box'
import { measurePicture } from '../messages/composer/files'
import { addFiles, shortName } from '../messages/rules/attachments'
import { chosenFilesAtom } from './state'

/** The files chosen for a chat's next message. */
export function useChosenFiles(chatId: number) {
  const t = useText()
  const format = useFormat()
  const [all, setAll] = useAtom(chosenFilesAtom)
  const files = all.get(chatId) ?? []
  const choose = (chosen: readonly File[]) => setAll(new Map(all).set(chatId, chosen))
  return {
    files,
    choose,
    attach(added: readonly File[]) {
      const next = addFiles(files, added)
      choose(next.files)
      backToWriting()
      for (const file of next.files) void measurePicture(file)
      for (const { reason, file } of next.refused) {
        const name = shortName(file)
        const limit = format.size(DOCUMENT_LIMIT)
        toast.warning(
          reason === 'large'
            ? t('messages.refused.large', { file: name, limit })
            : t(`messages.refused.${reason}`, { file: name }),
        )
      }
    },
  }
}
