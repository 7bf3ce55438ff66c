import { ImagePlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ChatView, GroupView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { initials } from '../../../shared/kit/Face'
import { Field } from '../../../shared/kit/Field'
import { ChatFace } from '../phone/ChatFace'
import { base64Of } from '../pictures/base64'
import { portraitOf } from '../pictures/room'
import { useCommand } from '../useCommand'

type Props = { me: string; chat: ChatView; group: GroupView; may: boolean }

/** A group's name, description and picture. */
export function GroupSubject({ me, chat, group, may }: Props) {
  const t = useText()
  const run = useCommand()
  const [subject, setSubject] = useState(chat.title)
  const [description, setDescription] = useState(group.description)
  const isChanged = subject.trim() !== chat.title || description.trim() !== group.description
  const save = (event: FormEvent) => {
    event.preventDefault()
    run.mutate({
      do: 'changeGroup',
      group: chat.id,
      by: me,
      ...(subject.trim() !== chat.title ? { subject: subject.trim() } : {}),
      ...(description.trim() !== group.description ? { description: description.trim() } : {}),
    })
  }
  const paint = async () => {
    const picture = await base64Of(await portraitOf(initials(chat.title)))
    run.mutate({ do: 'changeGroup', group: chat.id, by: me, picture })
  }
  return (
    <form onSubmit={save} className="grid gap-3">
      <div className="flex items-center gap-3">
        <ChatFace chat={chat} size={3} />
        {may && (
          <Button size="sm" icon={<ImagePlus />} onClick={() => void paint()}>
            {t('simulator.picture.another')}
          </Button>
        )}
      </div>
      <Field label={t('simulator.group.subject')}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={subject}
            readOnly={!may}
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('simulator.group.description')} optional>
        {(control) => (
          <input
            {...control}
            className="input"
            value={description}
            readOnly={!may}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      {may && isChanged && (
        <Button size="sm" type="submit" className="justify-self-start" busy={run.isPending} disabled={!subject.trim()}>
          {t('common.save')}
        </Button>
      )}
    </form>
  )
}
