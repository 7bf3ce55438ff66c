import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Chat, CreateChat } from '../../../src/features/chats/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { PeopleField } from '../../shared/form/PickField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { peopleQuery } from '../directory/api'
import { chats } from './api'
import { nameOf } from './spec'

type Props = {
  /** Omitted for a new one. */
  chat?: Chat
  onSaved?(chat: Chat): void
  onClose(): void
}

export function ChatForm({ chat, onSaved, onClose }: Props) {
  const t = useText()
  const { id: me } = useUser()
  const { create, update } = useCrud(chats)
  const people = useQuery({ ...peopleQuery, select: (all) => all.filter(({ id }) => id !== me) })
  const [before] = useState(() => ({
    title: chat?.title ?? '',
    users: chat?.users.map(({ userId }) => userId).filter((id) => id !== me) ?? [],
  }))
  const form = useForm(CreateChat, before)
  async function save(values: CreateChat) {
    const saved = chat ? await update(chat.id, changesOf(before, values)) : await create(values)
    toast.success(t('chats.form.saved', { name: nameOf(saved, me, t('chats.alone')) }))
    onSaved?.(saved)
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={chat ? t('chats.edit') : t('chats.new')}
      action={chat ? t('common.save') : t('chats.form.create')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="title"
        label={t('chats.form.title')}
        hint={t('chats.form.titleHint')}
        autoComplete="off"
        autoFocus
        optional
      />
      <PeopleField
        form={form}
        name="users"
        label={t('chats.form.people')}
        options={people}
        find={t('chats.form.find')}
      />
    </FormDialog>
  )
}
