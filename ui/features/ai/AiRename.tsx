import { AI_TITLE_LENGTH, type AiChat, RenameAiChat } from '../../../src/features/ai/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { useCrud } from '../../shared/live/useCrud'
import { aiChats } from './api'

export function AiRename({ chat, onClose }: { chat: AiChat; onClose(): void }) {
  const t = useText()
  const { update } = useCrud(aiChats)
  const form = useForm(RenameAiChat, { title: chat.title })
  async function save({ title }: RenameAiChat) {
    await update(chat.id, { title }, { title })
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={t('ai.chats.rename.title')}
      action={t('common.save')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="title"
        label={t('ai.chats.rename.name')}
        maxLength={AI_TITLE_LENGTH}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
